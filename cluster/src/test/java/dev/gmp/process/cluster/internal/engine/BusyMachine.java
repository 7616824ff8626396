package dev.gmp.process.cluster.internal.engine;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.RejectionPolicy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Keeps the only machine of a scheduler busy, so that what is submitted meanwhile waits, until it is closed. */
public final class BusyMachine implements AutoCloseable {

    private final AtomicBoolean released = new AtomicBoolean();

    public BusyMachine(GmpScheduler scheduler) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        scheduler.execute(() -> {
            begun.countDown();
            while (!released.get()) {
                Thread.onSpinWait();
            }
        });
        if (!begun.await(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the machine is not to be had");
        }
    }

    /** A scheduler with one machine. */
    public static SchedulerBuilder scheduler(RejectionPolicy policy, int queueCapacity) {
        return GmpScheduler.builder()
                .maxProcs(1)
                .maxMachines(1)
                .queueCapacity(queueCapacity)
                .rejectionPolicy(policy);
    }

    @Override
    public void close() {
        released.set(true);
    }
}
