package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Probe.Stop;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened.
 *
 * @param machine the number of the machine that noted it, or -1 for another thread
 * @param nanos when, as {@link System#nanoTime}
 * @param a as {@link Probe.Event} says
 * @param b the same; for what other threads tell of a machine, its number
 * @param goroutine the goroutine itself, known by its identity; or null
 * @param name what it runs: a class, or a thread's name; or the frames of a stack; or what it waits for; or null. Where the
 *     goroutine has labels, a {@link LabelledName} of one of these
 */
record TraceEvent(
        Probe.Event kind,
        long machine,
        long nanos,
        long a,
        long b,
        @Nullable Object goroutine,
        @Nullable Object name) {

    /** The goroutine of an event that has one. */
    Object requiredGoroutine() {
        Object its = goroutine;
        if (its == null) {
            throw new IllegalStateException("no goroutine: " + this);
        }
        return its;
    }

    /** How it stopped, of {@link Probe.Event#STOPS}. */
    String end() {
        String how = Stop.values()[(int) a].name().toLowerCase(Locale.ROOT);
        Object waitReason = LabelledName.bare(name);
        return waitReason == null ? how : how + ": " + waitReason;
    }
}
