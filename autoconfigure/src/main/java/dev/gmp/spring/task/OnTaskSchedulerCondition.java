package dev.gmp.spring.task;

import dev.gmp.GmpScheduler;
import java.util.concurrent.ScheduledExecutorService;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
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

    @ConditionalOnProperty(name = "gmp.mode", havingValue = "force")
    static final class Forced {}
}
