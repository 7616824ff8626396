package dev.gmp.testkit;

import dev.gmp.GmpScheduler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps every processor of an unwatched scheduler busy, so that what is submitted meanwhile waits. An interrupt does not
 * end it; {@link #close} does.
 */
public final class Occupied implements AutoCloseable {

    private final AtomicBoolean released = new AtomicBoolean();

    public Occupied(GmpScheduler scheduler) throws InterruptedException {
        int procs = scheduler.maxProcs();
        CountDownLatch begun = new CountDownLatch(procs);
        for (int i = 0; i < procs; i++) {
            scheduler.execute(() -> {
                begun.countDown();
                while (!released.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        if (!begun.await(60, TimeUnit.SECONDS)) {
            released.set(true);
            throw new AssertionError("%d of %d processors are not to be had".formatted(begun.getCount(), procs));
        }
    }

    public void release() {
        released.set(true);
    }

    @Override
    public void close() {
        release();
    }
}
