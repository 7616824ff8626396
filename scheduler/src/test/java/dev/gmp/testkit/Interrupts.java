package dev.gmp.testkit;

/** For loops that wait without blocking: a test whose time is over is interrupted, and only what blocks notices. */
public final class Interrupts {

    private Interrupts() {}

    public static void check() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
