package dev.gmp.process;

import dev.gmp.observe.Listing;
import dev.gmp.observe.LoggedName;
import java.util.List;

/**
 * Which processes ended at a shutdown, and which did not.
 *
 * @param ended how many have ended since it began
 * @param left those that had not ended within the limit, with state and age; oldest first
 * @since 0.1
 */
public record ShutdownReport(int ended, List<ProcessInfo> left) {

    public ShutdownReport {
        left = List.copyOf(left);
    }

    /** Whether all have ended. */
    public boolean isComplete() {
        return left.isEmpty();
    }

    /**
     * The processes that are left, for people: type, number, state and age. The oldest come first; of more than
     * {@value Listing#MOST} the last words say how many more there are.
     */
    public String describeLeft() {
        return String.join(", ", Listing.of(left, ShutdownReport::describe));
    }

    /** Lists no more of those that are left than {@link #describeLeft}. */
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
