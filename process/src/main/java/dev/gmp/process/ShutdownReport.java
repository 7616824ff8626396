package dev.gmp.process;

import dev.gmp.observe.Listing;
import dev.gmp.observe.LoggedName;
import java.util.List;

/**
 * The result of a shutdown.
 *
 * @param ended the number of processes that have ended since the shutdown began
 * @param left the processes that had not ended within the limit, oldest first
 * @since 0.1
 */
public record ShutdownReport(int ended, List<ProcessInfo> left) {

    public ShutdownReport {
        left = List.copyOf(left);
    }

    /** Whether all processes have ended. */
    public boolean isComplete() {
        return left.isEmpty();
    }

    /**
     * Describes the processes that are left, for logs: type, number, state and age, the oldest first. At most {@value
     * Listing#MOST} are listed; the last words say how many more are left.
     */
    public String describeLeft() {
        return String.join(", ", Listing.of(left, ShutdownReport::describe));
    }

    /** Includes {@link #describeLeft}. */
    @Override
    public String toString() {
        return "ShutdownReport[ended=%d, left=%d: %s]".formatted(ended, left.size(), describeLeft());
    }

    private static String describe(ProcessInfo process) {
        return "%s %d (%s for %d s)"
                .formatted(
                        LoggedName.of(process.type()),
                        process.pid(),
                        process.state(),
                        process.age().toSeconds());
    }
}
