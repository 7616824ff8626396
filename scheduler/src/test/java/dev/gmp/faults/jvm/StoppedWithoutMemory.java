package dev.gmp.faults.jvm;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@code shutdownNow} finds more tasks than there is memory to return. They are those of virtual goroutines, which take as much
 * memory without their tasks.
 */
public final class StoppedWithoutMemory {

    private static final int TASKS = 20_000;

    /** Less than an array of so many references. */
    private static final int CHUNK = 1 << 13;

    private final AtomicInteger ran = new AtomicInteger();
    private final AtomicBoolean released = new AtomicBoolean();

    private StoppedWithoutMemory() {}

    public static void main(String[] args) throws Exception {
        new StoppedWithoutMemory().stop(1, false); // what is used for the first time takes memory
        new StoppedWithoutMemory().stop(TASKS, true);
    }

    private void stop(int tasks, boolean withoutMemory) throws Exception {
        GmpScheduler scheduler = GmpScheduler.builder()
                .name("full")
                .goroutines(GoroutineMode.VIRTUAL)
                .maxProcs(1)
                .maxMachines(1)
                .build();
        CountDownLatch begun = new CountDownLatch(1);
        scheduler.execute(() -> {
            begun.countDown();
            while (!released.get()) {
                Thread.onSpinWait();
            }
        });
        begun.await();
        Runnable count = ran::incrementAndGet;
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(count);
        }
        byte[][] ballast = new byte[10_000][];
        if (withoutMemory) {
            fill(ballast);
        }
        boolean noMemory = isWithoutMemory(scheduler);
        Arrays.fill(ballast, null);
        released.set(true);
        boolean terminated = scheduler.awaitTermination(60, TimeUnit.SECONDS);
        System.out.println(
                "no memory %s, all ran %s, terminated %s".formatted(noMemory, ran.get() == tasks, terminated));
        System.out.flush();
        if (!terminated) {
            System.exit(0);
        }
    }

    private static boolean isWithoutMemory(GmpScheduler scheduler) {
        try {
            scheduler.shutdownNow();
            return false;
        } catch (OutOfMemoryError e) {
            return true;
        }
    }

    /** All but a chunk or two. */
    private static void fill(byte[][] ballast) {
        int filled = 0;
        try {
            while (filled < ballast.length) {
                ballast[filled] = new byte[CHUNK];
                filled++;
            }
        } catch (OutOfMemoryError full) {
            ballast[filled - 1] = null;
        }
    }
}
