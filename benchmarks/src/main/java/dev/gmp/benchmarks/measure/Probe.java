package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.figures.Percentile;
import dev.gmp.benchmarks.workload.Completion;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Short tasks from outside, one each interval, for one use. What is measured is the time from when a task was due to be handed in
 * until it begins: where the thread outside waits for a CPU, the tasks wait with it.
 */
final class Probe {
    private static final long NOT_RUN = -1;

    private final Executor executor;
    private final long intervalNanos;
    private final AtomicLongArray waits;
    private final CountDownLatch run;
    private long start;

    Probe(Executor executor, Duration interval, int tasks) {
        this.executor = executor;
        this.intervalNanos = interval.toNanos();
        this.waits = new AtomicLongArray(tasks);
        this.run = new CountDownLatch(tasks);
        for (int task = 0; task < tasks; task++) {
            waits.setPlain(task, NOT_RUN);
        }
    }

    /**
     * What came of the tasks.
     *
     * @param notRun how many had not begun
     * @param waitNanos from due until begun, ascending; a task that had not begun has waited until now
     */
    record Waits(int notRun, long[] waitNanos) {
        double millis(double fraction) {
            return Percentile.of(waitNanos, fraction) / 1e6;
        }
    }

    /** Hands all in; returns when the last has been. */
    void handInAll() {
        start = System.nanoTime();
        for (int task = 0; task < waits.length(); task++) {
            long due = due(task);
            Trickle.parkUntil(due);
            int number = task;
            executor.execute(() -> {
                waits.set(number, System.nanoTime() - due);
                run.countDown();
            });
        }
    }

    /** Returns when all have begun, or after {@code grace}. */
    void await(Duration grace) throws InterruptedException {
        run.await(grace.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns when all have begun. @throws IllegalStateException after a minute */
    void await() {
        Completion.await(run, () -> waits.length() - run.getCount(), waits.length());
    }

    /** Of the tasks that were due from so long after the first on. */
    Waits from(Duration after) {
        int first = (int) (after.toNanos() / intervalNanos);
        long now = System.nanoTime();
        long[] nanos = new long[waits.length() - first];
        int notRun = 0;
        for (int task = first; task < waits.length(); task++) {
            long wait = waits.get(task);
            notRun += wait == NOT_RUN ? 1 : 0;
            nanos[task - first] = wait == NOT_RUN ? now - due(task) : wait;
        }
        Arrays.sort(nanos);
        return new Waits(notRun, nanos);
    }

    private long due(int task) {
        return start + (task + 1) * intervalNanos;
    }
}
