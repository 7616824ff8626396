package dev.gmp.spring.standin;

import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.config.NamedSchedulerProperties;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/**
 * With {@code gmp.mode=off}, what lets an application go on that asks for executors by names of this starter's.
 *
 * @since 0.1
 */
@AutoConfiguration(after = {TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class})
@Conditional(GmpOffAutoConfiguration.OnGmpOff.class)
@RegisterReflectionForBinding(NamedSchedulerProperties.class)
public final class GmpOffAutoConfiguration {

    @Bean
    static StandInRegistrar gmpStandInRegistrar(Environment environment) {
        return new StandInRegistrar(environment);
    }

    static final class OnGmpOff extends NoneNestedConditions {

        OnGmpOff() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnGmp
        static final class On {}
    }
}
