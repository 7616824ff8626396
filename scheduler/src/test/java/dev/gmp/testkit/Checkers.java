package dev.gmp.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/** How the model checker and its stress companion are used, by default and, at length, in the {@code long} profile. */
public final class Checkers {

    private static final boolean LONG = Integer.getInteger("gmp.stress.operations", 1_000_000) > 10_000_000;

    private static final int ATTEMPTS = 3;

    private Checkers() {}

    /** Compares a test's operations with those of its specification, first by model checking, then under stress. */
    public static void check(Class<?> test, Class<?> specification) {
        new ModelCheckingOptions()
                .sequentialSpecification(specification)
                .threads(3)
                .actorsBefore(4)
                .actorsPerThread(3)
                .actorsAfter(3)
                .iterations(LONG ? 100 : 2)
                .invocationsPerIteration(LONG ? 2_000 : 100)
                .check(test);
        new StressOptions()
                .sequentialSpecification(specification)
                .threads(3)
                .actorsBefore(4)
                .actorsPerThread(3)
                .actorsAfter(3)
                .iterations(LONG ? 200 : 2)
                .invocationsPerIteration(LONG ? 10_000 : 200)
                .check(test);
    }

    /**
     * Runs a protocol of a few threads in many interleavings; it throws an {@link AssertionError} where it fails. Lincheck
     * takes a protocol for hung when the machine is too busy to finish one interleaving in its time; one that hangs does
     * so again.
     */
    public static void everyInterleaving(Runnable protocol) {
        for (int attempt = 1; true; attempt++) {
            try {
                Lincheck.runConcurrentTest(LONG ? 20_000 : 100, protocol);
                return;
            } catch (AssertionError failure) {
                if (attempt == ATTEMPTS || !String.valueOf(failure.getMessage()).contains("has hung")) {
                    throw failure;
                }
            }
        }
    }

    /** Starts a thread inside a protocol. */
    public static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    /** Waits inside a protocol for a thread that it started. */
    public static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Plain enough to be run by the model checker, which AssertJ is not. */
    public static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** Fails unless the lists together hold each number from one to another once, both included. */
    public static void expectOnceEach(int from, int to, List<List<Integer>> lists) {
        List<Integer> all = new ArrayList<>();
        for (List<Integer> list : lists) {
            all.addAll(list);
        }
        Collections.sort(all);
        List<Integer> expected = new ArrayList<>();
        for (int number = from; number <= to; number++) {
            expected.add(number);
        }
        expect(all.equals(expected), "not each once: " + all);
    }
}
