package dev.gmp.process;

import org.jetbrains.lincheck.Lincheck;

/** How the model checker is used: briefly by default, at length in the {@code long} profile. */
final class Checkers {

    static final boolean LONG = Integer.getInteger("gmp.stress.operations", 1_000_000) > 10_000_000;

    private Checkers() {}

    /** Runs a protocol of a few threads in many interleavings; it throws an {@link AssertionError} where it fails. */
    static void everyInterleaving(Runnable protocol) {
        Lincheck.runConcurrentTest(LONG ? 20_000 : 50, protocol);
    }

    /** Runs all at once and waits for them, inside a protocol. */
    static void together(Runnable... works) {
        Thread[] threads = new Thread[works.length];
        for (int i = 0; i < works.length; i++) {
            threads[i] = new Thread(works[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Plain enough to be run by the model checker, which AssertJ is not. */
    static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
