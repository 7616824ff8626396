package dev.gmp.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Assumptions;

/** How the model checker and its stress companion are used, by default and, at length, in the {@code long} profile. */
public final class Checkers {

    private static final boolean LONG = Integer.getInteger("gmp.stress.operations", 1_000_000) > 10_000_000;

    private static final int ATTEMPTS = 3;

    private static final int SEARCHES = 5;

    private static final int WHOLE_SEARCH = 100_000;

    private Checkers() {}

    /** Compares a test's operations with those of its specification, first by model checking, then under stress. */
    public static void check(Class<?> test, Class<?> specification) {
        search(() -> new ModelCheckingOptions()
                .sequentialSpecification(specification)
                .threads(3)
                .actorsBefore(4)
                .actorsPerThread(3)
                .actorsAfter(3)
                .iterations(LONG ? 100 : 2)
                .invocationsPerIteration(LONG ? 2_000 : 50)
                .check(test));
        search(() -> new StressOptions()
                .sequentialSpecification(specification)
                .threads(3)
                .actorsBefore(4)
                .actorsPerThread(3)
                .actorsAfter(3)
                .iterations(LONG ? 200 : 2)
                .invocationsPerIteration(LONG ? 10_000 : 200)
                .check(test));
    }

    /** Runs a protocol of a few threads in many interleavings; it throws an {@link AssertionError} where it fails. */
    public static void everyInterleaving(Runnable protocol) {
        interleavings(LONG ? 20_000 : 20, protocol);
    }

    /** The same in so many interleavings, however long the other checks are. */
    public static void interleavings(int number, Runnable protocol) {
        search(() -> Lincheck.runConcurrentTest(number, protocol));
    }

    /**
     * Lincheck takes for hung what the machine is too busy to finish in its time. Then the search begins again; what really
     * hangs does so again.
     */
    private static void search(Runnable search) {
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

    /**
     * Expects that some interleaving of a broken protocol fails, with a message. The checker ends a search early now and then,
     * as if it had seen all, and takes a starved machine for a hang: after some searches of that kind the test is skipped. One
     * that has gone on to its end, and found nothing, is a failure.
     */
    public static void expectFault(String message, Runnable broken) {
        for (int search = 0; search < SEARCHES; search++) {
            AtomicInteger interleavings = new AtomicInteger();
            try {
                Lincheck.runConcurrentTest(WHOLE_SEARCH, () -> {
                    interleavings.incrementAndGet();
                    broken.run();
                });
                if (interleavings.get() >= WHOLE_SEARCH) {
                    throw new IllegalStateException(
                            "none of " + interleavings + " interleavings fails with '" + message + "'");
                }
            } catch (IndexOutOfBoundsException e) {
                if (Stream.of(e.getStackTrace())
                        .anyMatch(at -> at.getClassName().endsWith(".LincheckFailure"))) {
                    return; // found, but Lincheck 3.7 stumbles over its own picture of it
                }
                throw e;
            } catch (AssertionError found) {
                if (String.valueOf(found.getMessage()).contains(message)) {
                    return;
                }
                if (!String.valueOf(found.getMessage()).contains("hung")) {
                    throw found;
                }
            }
        }
        Assumptions.abort("the model checker has ended its searches early, without '" + message + "'");
    }

    /** Starts a thread inside a protocol. */
    public static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    /** Waits for the end of a thread, in a protocol or elsewhere, where nothing interrupts. */
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
