package dev.gmp.spring;

import java.util.concurrent.CountDownLatch;

/** Latches where an interrupt cannot be thrown on. */
public final class Latches {

    private Latches() {}

    /** Waits; an interrupt ends that, and the interrupt status stays set. */
    public static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
