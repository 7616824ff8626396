package dev.gmp.faults;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.internal.jdk.VirtualThreads;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/** Code of others that a scheduler calls, the tasks themselves excepted, and the doors behind which it does. */
enum Callback {
    SCHEDULING_LATENCY(
            timedDoors(), (scheduler, bulkhead, culprit) -> scheduler.addListener(culprit.latencyListener())),
    SLICE_LENGTH(timedDoors(), (scheduler, bulkhead, culprit) -> scheduler.addListener(culprit.sliceListener())),
    ADMITTED_AFTER_A_WAIT(
            EnumSet.of(
                    Door.EXECUTE,
                    Door.EXECUTE_DIRECT,
                    Door.SUBMIT,
                    Door.SUBMIT_CALLABLE,
                    Door.INVOKE_ALL,
                    Door.INVOKE_ANY),
            (scheduler, bulkhead, culprit) -> scheduler.addListener(culprit.admissionListener())),
    ADMITTED_TO_A_BULKHEAD(
            EnumSet.of(Door.BULKHEAD_EXECUTE, Door.BULKHEAD_SUBMIT),
            (scheduler, bulkhead, culprit) -> bulkhead.addListener(waited -> culprit.fail())),
    /** Asked for by virtual goroutines, futures and traces. */
    CLASS_OF_THE_TASK(
            EnumSet.of(
                    Door.EXECUTE,
                    Door.EXECUTE_DIRECT,
                    Door.EXECUTE_IDLE,
                    Door.RESUME,
                    Door.RESUME_LAST,
                    Door.FROM_INSIDE,
                    Door.BULKHEAD_EXECUTE,
                    Door.SUBMIT,
                    Door.SCHEDULE,
                    Door.FIXED_RATE,
                    Door.FIXED_DELAY,
                    Door.BULKHEAD_SUBMIT),
            Culprit::taskWithoutAnswers),
    NAME_OF_A_REFUSED_TASK(
            EnumSet.of(
                    Door.EXECUTE,
                    Door.EXECUTE_DIRECT,
                    Door.EXECUTE_IDLE,
                    Door.FROM_INSIDE,
                    Door.BULKHEAD_EXECUTE,
                    Door.SUBMIT,
                    Door.BULKHEAD_SUBMIT),
            Culprit::taskWithoutAnswers),
    CANCELLATION_OF_A_DISCARDED_TASK(
            EnumSet.of(Door.EXECUTE, Door.EXECUTE_DIRECT, Door.FROM_INSIDE, Door.BULKHEAD_EXECUTE),
            Culprit::futureThatFailsWhenItIsCancelled),
    UNCAUGHT_EXCEPTION_HANDLER(
            EnumSet.of(
                    Door.EXECUTE,
                    Door.EXECUTE_DIRECT,
                    Door.EXECUTE_IDLE,
                    Door.RESUME,
                    Door.RESUME_LAST,
                    Door.FROM_INSIDE,
                    Door.THREAD,
                    Door.BULKHEAD_EXECUTE),
            Culprit::taskWithAHandler);

    private final Set<Door> doors;
    private final Introduction introduction;
    private final Function<Culprit, Runnable> task;

    /** For a listener. */
    Callback(Set<Door> doors, Introduction introduction) {
        this.doors = doors;
        this.introduction = introduction;
        this.task = culprit -> Culprit.innocentTask();
    }

    /** For what a task brings along. */
    Callback(Set<Door> doors, Function<Culprit, Runnable> task) {
        this.doors = doors;
        this.introduction = (scheduler, bulkhead, culprit) -> {};
        this.task = task;
    }

    private interface Introduction {
        void introduce(GmpScheduler scheduler, Bulkhead bulkhead, Culprit culprit);
    }

    Set<Door> doors() {
        return doors;
    }

    /** What makes the scheduler call it. */
    SchedulerBuilder configure(SchedulerBuilder builder) {
        return switch (this) {
            case ADMITTED_AFTER_A_WAIT -> builder.queueCapacity(1).rejectionPolicy(RejectionPolicy.BLOCK);
            case NAME_OF_A_REFUSED_TASK -> builder.queueCapacity(1).idleQueueCapacity(1);
            case CANCELLATION_OF_A_DISCARDED_TASK ->
                builder.queueCapacity(1).rejectionPolicy(RejectionPolicy.DISCARD_OLDEST);
            default -> builder;
        };
    }

    /** The same for a bulkhead of the scheduler. */
    Bulkhead.Builder configure(Bulkhead.Builder builder) {
        return switch (this) {
            case NAME_OF_A_REFUSED_TASK -> builder.queueCapacity(1);
            case CANCELLATION_OF_A_DISCARDED_TASK ->
                builder.queueCapacity(1).rejectionPolicy(RejectionPolicy.DISCARD_OLDEST);
            default -> builder;
        };
    }

    void introduce(GmpScheduler scheduler, Bulkhead bulkhead, Culprit culprit) {
        introduction.introduce(scheduler, bulkhead, culprit);
    }

    /** A fresh one each time. */
    Runnable task(Culprit culprit) {
        return task.apply(culprit);
    }

    private static Set<Door> timedDoors() {
        Set<Door> doors = EnumSet.complementOf(EnumSet.of(Door.EXECUTE_IDLE)); // that work has no time to keep
        if (!VirtualThreads.available()) {
            doors.remove(Door.THREAD); // it leads past the scheduler then
        }
        return doors;
    }
}
