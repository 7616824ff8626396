package dev.gmp.spring.standin;

import dev.gmp.spring.bean.UnnamedChoice;
import dev.gmp.spring.bean.UnnamedChoiceConfiguration;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.config.NamedSchedulerProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.AsyncConfigurer;

/**
 * With {@code gmp.mode=off}, what lets an application go on that asks for executors by names of this starter's.
 *
 * @since 0.1
 */
@AutoConfiguration(after = {TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class})
@Conditional(GmpOffAutoConfiguration.OnGmpOff.class)
@RegisterReflectionForBinding(NamedSchedulerProperties.class)
@ImportRuntimeHints(GmpOffAutoConfiguration.Hints.class)
@Import(UnnamedChoiceConfiguration.class)
public final class GmpOffAutoConfiguration {

    @Bean
    static StandInRegistrar gmpStandInRegistrar(
            Environment environment, ObjectProvider<AsyncConfigurer> configurers, UnnamedChoice choice) {
        return new StandInRegistrar(environment, configurers, choice);
    }

    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.proxies().registerJdkProxy(AopProxyUtils.completeJdkProxyInterfaces(TaskScheduler.class));
        }
    }

    static final class OnGmpOff extends NoneNestedConditions {

        OnGmpOff() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnGmp
        static final class On {}
    }
}
