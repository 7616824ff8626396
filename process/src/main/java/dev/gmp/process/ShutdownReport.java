package dev.gmp.process;

import java.util.List;

/**
 * Who ended at a shutdown, and who did not.
 *
 * @param ended how many have ended since it began
 * @param left who had not ended within the limit, with state and age; oldest first
 */
public record ShutdownReport(int ended, List<ProcessInfo> left) {

    public ShutdownReport {
        left = List.copyOf(left);
    }

    public boolean isComplete() {
        return left.isEmpty();
    }
}
