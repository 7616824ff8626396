package dev.gmp.spring.fuzz;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/**
 * Runs a check on many random cases, each with a seed of its own. What a case throws comes with its seed, and {@code
 * -Dgmp.fuzz.seed=N} runs that case alone.
 *
 * <p>The build is on JUnit 6, and jqwik 1.10 on version 1 of its platform, while later ones need a newer JDK than the tests
 * here run on; so the generators are the tests' own. They lack shrinking: a case is small enough to be read.
 */
public final class SeededCases {

    private static final String SEED = "gmp.fuzz.seed";

    private SeededCases() {}

    /** What has to hold of one case, whatever it is. */
    @FunctionalInterface
    public interface Check {
        void on(SplittableRandom random) throws Exception;
    }

    /** So many cases, other ones each time. */
    public static void run(int cases, Check check) {
        run(done -> done < cases, check);
    }

    /** As many as find time, for {@code gmp.stress.seconds}. */
    public static void runLong(Check check) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("gmp.stress.seconds", 60));
        int cases = run(done -> System.nanoTime() - end < 0, check);
        System.out.println(cases + " cases");
    }

    private static int run(IntPredicate goOn, Check check) {
        Long only = Long.getLong(SEED);
        if (only != null) {
            run(only, check);
            return 1;
        }
        long first = System.nanoTime();
        int done = 0;
        while (goOn.test(done)) {
            run(first + done, check);
            done++;
        }
        return done;
    }

    private static void run(long seed, Check check) {
        try {
            check.on(new SplittableRandom(seed));
        } catch (Exception | Error e) {
            throw new AssertionError("-D" + SEED + "=" + seed + ": " + e.getMessage(), e);
        }
    }
}
