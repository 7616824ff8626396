package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.observe.ProcessorLoss.Kind;
import java.util.Arrays;

/**
 * Finds processors that goroutines take up by yielding again and again, as threads do that wait for each other in a
 * loop. YIELD-1 lets all others pass, but they use up a CPU, and what they wait for does not come. Used by sysmon
 * alone.
 *
 * <p>It is a storm when, over a time slice or more, at least one repeated yield came in each 100 microseconds. A
 * goroutine that computes for longer than that between two yields does useful work. A yield itself may take half of that, where it
 * changes threads and others use the CPUs. One of them is noted for each such
 * slice, as soon as a tick finds one on the processor.
 */
final class YieldStorms {

    /** From one repeated yield to the next, at most, on average. */
    private static final long MOST_NANOS = 100_000;

    private final ProcessorLossLog processorLossLog;
    private final long sliceNanos;
    private Window[] windows = {};

    YieldStorms(ProcessorLossLog processorLossLog, long sliceNanos) {
        this.processorLossLog = processorLossLog;
        this.sliceNanos = sliceNanos;
    }

    /** Sets the number of processors. New ones have run nothing yet. */
    void resize(int procs, long now) {
        int known = windows.length;
        windows = Arrays.copyOf(windows, procs);
        for (int id = known; id < procs; id++) {
            windows[id] = new Window(now);
        }
    }

    void tick(Processor processor, Machine holder, long now) {
        Window window = windows[processor.id()];
        long elapsed = now - window.since;
        if (elapsed < sliceNanos) {
            return;
        }
        long yields = processor.estimatedRepeatedYields();
        if ((yields - window.yields) * MOST_NANOS >= elapsed) {
            Goroutine goroutine = holder.currentAcquire();
            if (goroutine == null || !holder.isExpired()) {
                return; // not one of them, or between two of them
            }
            processorLossLog.add(Kind.YIELDS, processor.id(), holder, goroutine, elapsed, now, Probe.NONE);
        }
        window.since = now;
        window.yields = yields;
    }

    /** Since when it counts the yields of one processor, and how many there were then. */
    private static final class Window {
        private long since;
        private long yields;

        Window(long since) {
            this.since = since;
        }
    }
}
