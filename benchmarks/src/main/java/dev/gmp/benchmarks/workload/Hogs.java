package dev.gmp.benchmarks.workload;

import dev.gmp.benchmarks.peer.Parallelism;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLongArray;

/** Tasks that compute for long and never meet the scheduler. Each does the same number of steps, unless it is stopped. */
public final class Hogs extends LatchedBatch {
    private static final int STEPS_AT_ONCE = 1_024;
    private static final int PADDED = 16; // longs: two cache lines
    private static final long TRIAL_STEPS = 20_000_000;
    private static final int TRIALS = 5;
    private static final int PER_PROCESSOR = 2;

    private final Executor executor;
    private final int hogs;
    private final long stepsEach;
    private final AtomicLongArray steps;
    private final AtomicLongArray sinks;
    private volatile boolean isOver;

    public Hogs(Executor executor, int hogs, long stepsEach) {
        super(hogs, hogs);
        this.executor = executor;
        this.hogs = hogs;
        this.stepsEach = stepsEach;
        this.steps = new AtomicLongArray((hogs + 1) * PADDED);
        this.sinks = new AtomicLongArray(hogs);
    }

    /** Tasks that compute until {@link #stop}. */
    public static Hogs endless(Executor executor, int hogs) {
        return new Hogs(executor, hogs, Long.MAX_VALUE);
    }

    /** Two for each processor, whose work fills the processors for so long. */
    public static Hogs filling(Executor executor, Duration window) {
        int hogs = PER_PROCESSOR * Parallelism.ofThisJvm();
        return new Hogs(executor, hogs, stepsFor(window.dividedBy(PER_PROCESSOR)));
    }

    /** How many steps take so long on a CPU of their own: the best of some trials, by the calling thread. */
    public static long stepsFor(Duration duration) {
        long best = Long.MAX_VALUE;
        for (int trial = 0; trial < TRIALS; trial++) {
            Hogs alone = new Hogs(Runnable::run, 1, TRIAL_STEPS);
            long start = System.nanoTime();
            alone.start();
            best = Math.min(best, System.nanoTime() - start);
        }
        return (long) ((double) TRIAL_STEPS * duration.toNanos() / best);
    }

    /** Hands them in and does not wait. */
    public void start() {
        for (int hog = 0; hog < hogs; hog++) {
            int number = hog;
            executor.execute(() -> compute(number));
        }
    }

    /** Makes those that compute end soon, and those that have not begun as soon as they do. */
    public void stop() {
        isOver = true;
    }

    @Override
    protected void begin() {
        start();
    }

    /** Steps that this hog has done; a little behind. */
    public long steps(int hog) {
        return steps.get((hog + 1) * PADDED);
    }

    private void compute(int number) {
        long x = number;
        for (long done = 0; done < stepsEach && !isOver; done += STEPS_AT_ONCE) {
            for (int step = 0; step < STEPS_AT_ONCE; step++) {
                x = x * 6364136223846793005L + 1442695040888963407L;
            }
            steps.lazySet((number + 1) * PADDED, done + STEPS_AT_ONCE);
        }
        sinks.set(number, x);
        partEnds();
    }
}
