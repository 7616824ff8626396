package dev.gmp.observe;

import java.time.Duration;
import java.util.Objects;

/**
 * What all tasks of one kind have cost since the scheduler was built. Two snapshots tell what a kind costs now: a second more of
 * a time in each second means one goroutine in that status, on average.
 *
 * <p>The times are estimates. Of the turns of goroutines on a thread, one in {@value SchedulerListener#SAMPLING_PERIOD} or fewer
 * is timed and stands for the others. Of each turn this counts the first 10 milliseconds. The monitor sees what goes on for
 * longer. So the times of a kind with few short tasks may be off by far. Time parked is counted when the park ends, in units of
 * 17 milliseconds.
 * Preemptions and failures are exact.
 *
 * @param name the value of the goroutine's label {@code method}, or else of {@code route}. Without both it is what
 *     {@link DescribedTask#taskKind} says, or the class of the task; for a lambda, the class around it. {@code thread} stands
 *     for threads that were started without a task, and {@code other} for all kinds beyond the first 100
 * @param waiting time in a queue
 * @param running time on a processor, or computing without one
 * @param blocked time parked, in a marked section that blocks, or without a processor because the thread waits. A block of
 *     the thread that the monitor has not noticed is part of {@code running}
 * @param preemptions how often such a task gave way after its time slice when asked, or lost its processor because it did not
 * @param failures how often such a task threw an exception that nothing in the task caught, or {@code Goroutines.failed} told of
 *     one
 * @since 0.2.0
 */
public record TaskKindSnapshot(
        String name, Duration waiting, Duration running, Duration blocked, long preemptions, long failures) {

    /** Makes a snapshot. */
    public TaskKindSnapshot {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(waiting, "waiting");
        Objects.requireNonNull(running, "running");
        Objects.requireNonNull(blocked, "blocked");
    }

    /** The time that it has run, and has waited because others ran: what lists of kinds are sorted by. */
    public Duration cost() {
        return waiting.plus(running);
    }

    /** Whether nothing was counted. */
    public boolean isZero() {
        return cost().plus(blocked).isZero() && preemptions == 0 && failures == 0;
    }
}
