package dev.gmp.testkit;

import java.util.SplittableRandom;

/**
 * What happens in one lifetime of an executor under stress. Everything random comes from the seed.
 *
 * @param operations how many submissions are tried
 * @param submitters threads that submit from outside
 * @param ending how the lifetime ends
 * @param endsAt before which submission; not before the last for {@link Ending#AFTER_ALL}
 * @param endsInside whether a task ends it
 * @param futuresOnly every task is a {@link java.util.concurrent.Future}, so that discarding must say so
 * @param runsOnItsOwn no task ever runs on the stack of another or of a submitter
 */
public record StressPlan(
        long seed,
        int operations,
        int submitters,
        Ending ending,
        int endsAt,
        boolean endsInside,
        boolean futuresOnly,
        boolean runsOnItsOwn) {

    /** How a lifetime ends. */
    public enum Ending {
        AFTER_ALL,
        SHUTDOWN,
        SHUTDOWN_NOW
    }

    /** Tasks that run where they are submitted to, and are only discarded by {@code shutdownNow}. */
    public static StressPlan of(long seed, int operations) {
        SplittableRandom random = new SplittableRandom(seed);
        Ending ending = Ending.values()[random.nextInt(3)];
        return new StressPlan(
                seed,
                operations,
                random.nextInt(1, 4),
                ending,
                ending == Ending.AFTER_ALL ? Integer.MAX_VALUE : random.nextInt(operations),
                random.nextBoolean(),
                false,
                true);
    }

    public StressPlan withFuturesOnly() {
        return new StressPlan(seed, operations, submitters, ending, endsAt, endsInside, true, runsOnItsOwn);
    }

    public StressPlan withCallersThatRun() {
        return new StressPlan(seed, operations, submitters, ending, endsAt, endsInside, futuresOnly, false);
    }
}
