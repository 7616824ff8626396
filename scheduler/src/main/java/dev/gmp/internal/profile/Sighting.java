package dev.gmp.internal.profile;

import dev.gmp.internal.label.Labels;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One goroutine at one moment.
 *
 * @param stack the innermost frame first; empty where it has not begun
 * @param task a name of its task, or null
 * @param waitsFor in words, or null where it does not wait
 * @param detail what else is known of that
 * @param waited for how long, or null where that is not known
 */
record Sighting(
        List<StackTraceElement> stack,
        GroupCounts.Status status,
        @Nullable String task,
        @Nullable Labels labels,
        @Nullable String waitsFor,
        WaitDetail detail,
        @Nullable Duration waited) {}
