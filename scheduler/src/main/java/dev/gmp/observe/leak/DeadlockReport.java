package dev.gmp.observe.leak;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The deadlocks that the goroutines of a scheduler take part in or wait for.
 *
 * @param scheduler the scheduler's name
 * @param time the moment at which the search began
 * @param took how long it took
 * @param deadlocks at most {@value #MOST}
 * @param notTold sentences that say which waits the JVM does not tell enough of, so that a deadlock among them is not found
 * @param complete whether all goroutines were looked at; false where the search ended early
 * @since 0.2.0
 */
public record DeadlockReport(
        String scheduler,
        Instant time,
        Duration took,
        List<Deadlock> deadlocks,
        List<String> notTold,
        boolean complete) {

    /** The largest number of deadlocks. */
    public static final int MOST = 20;

    public DeadlockReport {
        deadlocks = List.copyOf(deadlocks);
        notTold = List.copyOf(notTold);
    }

    /**
     * The deadlocks, and what is not told, as text.
     *
     * @param stacks whether to show stacks and labels
     */
    public String toText(boolean stacks) {
        StringBuilder text = new StringBuilder();
        deadlocks.forEach(each -> text.append(each.toText(stacks)).append('\n'));
        notTold.forEach(each -> text.append("# not told: ").append(each).append('\n'));
        return text.toString();
    }
}
