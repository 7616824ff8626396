package dev.gmp.spring.task;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.spring.config.GmpProperties.Mode;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether the scheduler becomes the application's task executor: when it is the only executor and Boot does not insist on
 * its own, or when {@code gmp.mode} says so.
 */
final class OnApplicationExecutorCondition extends AnyNestedCondition {

    private static final String BEAN_NAME = TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME;

    private static final String BOOT_MODE = "spring.task.execution.mode";

    OnApplicationExecutorCondition() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    /** A scheduler that the application defines is no rival, but what the executor will run on; and a bulkhead stands before one. */
    @ConditionalOnMissingBean(
            value = Executor.class,
            name = BEAN_NAME,
            ignored = {GmpScheduler.class, Bulkhead.class})
    @ConditionalOnProperty(name = BOOT_MODE, havingValue = "auto", matchIfMissing = true)
    static final class NoOtherExecutor {}

    @Conditional(OnForcedModeCondition.class)
    static final class Forced {}

    static final class OnForcedModeCondition extends SpringBootCondition implements Condition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Environment environment = context.getEnvironment();
            Mode mode = Mode.of(environment);
            if (mode == Mode.FORCE && "force".equalsIgnoreCase(environment.getProperty(BOOT_MODE))) {
                throw new InvalidConfigurationPropertyValueException(
                        "gmp.mode",
                        "force",
                        BOOT_MODE + " is 'force', too, and both want to define the bean '"
                                + BEAN_NAME
                                + "': set only one of them");
            }
            if (mode == Mode.FORCE) {
                requireName(context.getBeanFactory());
            }
            return new ConditionOutcome(
                    mode == Mode.FORCE,
                    ConditionMessage.forCondition("gmp.mode").because("it is " + mode));
        }

        /** The application's own definitions are there by now. Spring's complaint would advise to override one of the two. */
        private static void requireName(@Nullable ConfigurableListableBeanFactory beans) {
            if (beans instanceof DefaultListableBeanFactory factory
                    && !factory.isAllowBeanDefinitionOverriding()
                    && factory.containsBeanDefinition(BEAN_NAME)) {
                String origin = factory.getBeanDefinition(BEAN_NAME).getResourceDescription();
                throw new InvalidConfigurationPropertyValueException(
                        "gmp.mode",
                        "force",
                        "the application itself defines the bean '" + BEAN_NAME + "'"
                                + (origin == null ? "" : " in " + origin)
                                + ": give that bean another name, or leave gmp.mode at auto to use it");
            }
        }
    }
}
