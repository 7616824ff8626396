package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.trace.TraceRecording;
import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A trace fills the heap, so that there is no memory to make a timeline of it. Afterwards another one can be recorded. */
public final class TraceWithoutMemory {

    private static final int AT_ONCE = 1_000;
    private static final long LITTLE = 1 << 20;

    private TraceWithoutMemory() {}

    public static void main(String[] args) throws Exception {
        GmpScheduler scheduler = GmpScheduler.builder()
                .name("traced")
                .maxProcs(2)
                .goroutines(GoroutineMode.valueOf(args[0]))
                .build();
        scheduler.submit(() -> {}).get();
        scheduler.startTrace(1_000).stop();
        stopWithoutMemory(scheduler);
        scheduler.startTrace(1_000).stop();
        System.out.println("recorded again, " + scheduler.submit(() -> 42).get(60, TimeUnit.SECONDS));
        scheduler.shutdown();
        System.out.println("terminated " + scheduler.awaitTermination(60, TimeUnit.SECONDS));
        System.exit(0);
    }

    private static void stopWithoutMemory(GmpScheduler scheduler) {
        TraceRecording recording = scheduler.startTrace(TraceRecording.MOST_EVENTS);
        AtomicInteger ended = new AtomicInteger();
        byte[] forTheMessage = new byte[(int) LITTLE];
        int accepted = 0;
        while (free() > LITTLE) {
            try {
                scheduler.execute(ended::incrementAndGet);
                accepted++;
            } catch (OutOfMemoryError e) {
                break;
            }
            while (accepted - ended.get() > AT_ONCE) {
                Thread.onSpinWait();
            }
        }
        while (ended.get() < accepted) { // each notes more until it has ended
            Thread.onSpinWait();
        }
        Reference.reachabilityFence(forTheMessage);
        forTheMessage = null; // what stop() says of the heap takes some
        try {
            System.out.println("stopped: " + recording.stop().slices().size());
        } catch (IllegalStateException e) {
            System.out.println("no memory to stop");
            System.out.println(e.getMessage());
        }
    }

    private static long free() {
        Runtime runtime = Runtime.getRuntime();
        long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
        if (free <= LITTLE) {
            System.gc();
            free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
        }
        return free;
    }
}
