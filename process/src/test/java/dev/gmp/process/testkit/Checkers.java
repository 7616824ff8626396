package dev.gmp.process.testkit;

import org.jetbrains.lincheck.Lincheck;

/** How the model checker is used: briefly by default, at length in the {@code long} profile. */
public final class Checkers {

    public static final boolean LONG = Integer.getInteger("gmp.stress.operations", 1_000_000) > 10_000_000;

    private static final int ATTEMPTS = 3;

    private Checkers() {}

    /** Runs a protocol of a few threads in many interleavings; it throws an {@link AssertionError} where it fails. */
    public static void everyInterleaving(Runnable protocol) {
        search(() -> Lincheck.runConcurrentTest(LONG ? 20_000 : 50, protocol));
    }

    /**
     * Lincheck takes for hung what the machine is too busy to finish in its time. Then the search begins again; what really
     * hangs does so again.
     */
    public static void search(Runnable search) {
        for (int attempt = 1; true; attempt++) {
            try {
                search.run();
                return;
            } catch (AssertionError failure) {
                if (attempt == ATTEMPTS || !String.valueOf(failure.getMessage()).contains("has hung")) {
                    throw failure;
                }
            }
        }
    }

    /** Runs all at once and waits for them, inside a protocol. */
    public static void together(Runnable... works) {
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
    public static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
