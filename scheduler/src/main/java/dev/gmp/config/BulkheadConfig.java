package dev.gmp.config;

import java.util.OptionalInt;

/**
 * The settings of one bulkhead, valid once constructed.
 *
 * @param name names the bulkhead in meters and messages; not blank, without control characters
 * @param maxGoroutines the most of its goroutines that live at once, parked ones included; 1 or more
 * @param queueCapacity the most tasks that wait for one of them to end; 0 or more, empty without a
 *     limit
 * @param rejectionPolicy what happens beyond {@code queueCapacity}; {@link RejectionPolicy#ABORT} or {@link
 *     RejectionPolicy#DISCARD_OLDEST}, for the others hold the submitter up
 * @param goroutines what a task runs on
 * @since 0.1
 */
public record BulkheadConfig(
        String name,
        int maxGoroutines,
        OptionalInt queueCapacity,
        RejectionPolicy rejectionPolicy,
        GoroutineMode goroutines) {

    public BulkheadConfig {
        InvalidSettingException.requireName(name);
        requireAtLeast(1, "max-goroutines", maxGoroutines);
        queueCapacity.ifPresent(capacity -> requireAtLeast(0, "queue-capacity", capacity));
        if (rejectionPolicy != RejectionPolicy.ABORT && rejectionPolicy != RejectionPolicy.DISCARD_OLDEST) {
            throw new InvalidSettingException(
                    "rejection-policy",
                    rejectionPolicy,
                    RejectionPolicy.ABORT + " or " + RejectionPolicy.DISCARD_OLDEST
                            + ", because a bulkhead never holds its submitters up");
        }
    }

    private static void requireAtLeast(int least, String setting, int value) {
        if (value < least) {
            throw new InvalidSettingException(setting, value, "at least " + least);
        }
    }
}
