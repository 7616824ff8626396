package dev.gmp.config;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * The settings of one bulkhead. An instance is valid: the constructor throws {@link InvalidSettingException} for a
 * value out of its range.
 *
 * @param name the name in meters and messages; not blank, without control characters
 * @param maxGoroutines the largest number of live goroutines, parked ones included; 1 or more
 * @param queueCapacity the largest number of tasks that wait for a slot; 0 or more, empty for no limit
 * @param rejectionPolicy what happens to a task when the queue is full; {@link RejectionPolicy#ABORT} or {@link
 *     RejectionPolicy#DISCARD_OLDEST}, because a bulkhead never blocks the submitting thread
 * @param goroutines the goroutines that tasks run on
 * @since 0.1
 */
public record BulkheadConfig(
        String name,
        int maxGoroutines,
        OptionalInt queueCapacity,
        RejectionPolicy rejectionPolicy,
        GoroutineMode goroutines) {

    /**
     * @throws InvalidSettingException if a value is out of its range
     * @throws NullPointerException if a value is null
     */
    public BulkheadConfig {
        Objects.requireNonNull(queueCapacity, "queueCapacity");
        Objects.requireNonNull(rejectionPolicy, "rejectionPolicy");
        Objects.requireNonNull(goroutines, "goroutines");
        InvalidSettingException.requireName(name);
        requireAtLeast(1, "max-goroutines", maxGoroutines);
        queueCapacity.ifPresent(capacity -> requireAtLeast(0, "queue-capacity", capacity));
        if (rejectionPolicy != RejectionPolicy.ABORT && rejectionPolicy != RejectionPolicy.DISCARD_OLDEST) {
            throw new InvalidSettingException(
                    "rejection-policy",
                    rejectionPolicy,
                    RejectionPolicy.ABORT + " or " + RejectionPolicy.DISCARD_OLDEST
                            + ", because a bulkhead never blocks the submitting thread");
        }
    }

    private static void requireAtLeast(int least, String setting, int value) {
        if (value < least) {
            throw new InvalidSettingException(setting, value, "at least " + least);
        }
    }
}
