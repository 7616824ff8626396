package dev.gmp.spring.task;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.config.GmpProperties.Mode;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.scheduling.TaskScheduler;

/** Whether the scheduler becomes the application's task scheduler: when there is none, or {@code gmp.mode} says so. */
final class OnTaskSchedulerCondition extends AnyNestedCondition {

    OnTaskSchedulerCondition() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    /** A scheduler that the application defines is no rival: it is what the task scheduler will run on. */
    @ConditionalOnMissingBean(
            value = {TaskScheduler.class, ScheduledExecutorService.class},
            ignored = GmpScheduler.class)
    static final class NoOtherScheduler {}

    @Conditional(OnForcedModeCondition.class)
    static final class Forced {}

    /** It binds the mode instead of comparing text, because {@code FORCE} and a blank behind it are read as well. */
    static final class OnForcedModeCondition extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Mode mode = Mode.of(context.getEnvironment());
            return new ConditionOutcome(
                    mode == Mode.FORCE,
                    ConditionMessage.forCondition("gmp.mode").because("it is " + mode));
        }
    }
}
