package dev.gmp.simulation;

import java.util.List;
import java.util.Random;

/**
 * Which thread goes on, by a seed. Some seeds change threads at random, often or seldom; others run the thread of highest priority
 * and change priorities at a few random moments, which finds what needs few changes at the right place (after Burckhardt
 * and others, <i>A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs</i>, 2010).
 */
final class Choice {

    /** Between two changes of priority, about. */
    private static final int STEPS_BETWEEN_CHANGES = 700;

    private final Random random;
    private final boolean byPriority;

    /** One step in so many changes threads, or priorities. */
    private final int period;

    /** One step in so many takes long: the operating system, a page fault, the garbage collector. Zero for none. */
    private final int stallPeriod;

    /** One park in so many returns for no reason. Zero for none. */
    private final int spuriousPeriod;

    private int stepsToChange;
    private int stepsToStall;
    private int lowest;
    private int runnable;

    Choice(Random random) {
        this.random = random;
        byPriority = random.nextInt(3) == 0;
        period = byPriority ? STEPS_BETWEEN_CHANGES : 2 << random.nextInt(7);
        stallPeriod = random.nextInt(2) == 0 ? 0 : 100 << random.nextInt(6);
        spuriousPeriod = random.nextInt(3) == 0 ? 5 + random.nextInt(20) : 0;
        stepsToChange = upTo(period);
        stepsToStall = upTo(stallPeriod);
    }

    private Choice(Random random, int period) {
        this.random = random;
        this.period = period;
        byPriority = false;
        stallPeriod = 0;
        spuriousPeriod = 0;
        stepsToChange = upTo(period);
    }

    /** All threads are equally fast, and none waits for anything but others. */
    static Choice fair(Random random) {
        return new Choice(random, 2);
    }

    /** How many could have gone on when one was last chosen, at least 1. */
    int runnable() {
        return Math.max(1, runnable);
    }

    /** For the subject: its scenario comes from the same seed. */
    Random random() {
        return random;
    }

    boolean preempts(Strand running) {
        if (--stepsToChange > 0) {
            return false;
        }
        stepsToChange = upTo(period);
        if (byPriority) {
            running.priority = --lowest;
        }
        return true;
    }

    boolean stalls() {
        if (stallPeriod == 0 || --stepsToStall > 0) {
            return false;
        }
        stepsToStall = upTo(stallPeriod);
        return true;
    }

    boolean stallsAll() {
        return random.nextInt(4) == 0;
    }

    /** From microseconds to what takes a processor away. */
    long stallNanos() {
        return 1_000L << random.nextInt(15);
    }

    boolean wakesSpuriously() {
        return spuriousPeriod != 0 && random.nextInt(spuriousPeriod) == 0;
    }

    void born(Strand strand) {
        strand.priority = random.nextInt(1_000);
    }

    void yields(Strand strand) {
        strand.priority = --lowest;
    }

    /** @return the thread that goes on, or null when none can. One that has just yielded comes last. */
    Strand next(List<Strand> strands) {
        Strand chosen = null;
        Strand polite = null;
        int candidates = 0;
        runnable = 0;
        for (Strand strand : strands) {
            if (!strand.isRunnable()) {
                continue;
            }
            runnable++;
            if (strand.waitsPolitely) {
                polite = strand;
                continue;
            }
            candidates++;
            boolean better =
                    byPriority ? chosen == null || strand.priority > chosen.priority : random.nextInt(candidates) == 0;
            if (better) {
                chosen = strand;
            }
        }
        if (polite != null) {
            polite.waitsPolitely = false;
        }
        return chosen == null ? polite : chosen;
    }

    private int upTo(int most) {
        return most <= 1 ? most : 1 + random.nextInt(2 * most);
    }
}
