package dev.gmp.benchmarks.fairness;

import dev.gmp.benchmarks.fairness.Timeline.Window;
import dev.gmp.benchmarks.measure.Trickle;
import dev.gmp.benchmarks.workload.CompletionCounter;
import dev.gmp.benchmarks.workload.Hogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * A short task a millisecond from outside; after a while hogs are handed in, which together need all processors for most
 * of the rest of the time.
 */
record FairnessRun(Executor executor, int hogs, int processors) {
    private static final long INTERVAL_NANOS = 1_000_000;

    /**
     * @param before how long there are short tasks only
     * @param busy how long the hogs would fill the processors if nothing else ran
     * @param after how long short tasks are handed in after that
     * @param window a multiple of a millisecond
     */
    Timeline run(Duration before, Duration busy, Duration after, Duration window) {
        Hogs all = new Hogs(
                executor, hogs, Hogs.stepsFor(busy.multipliedBy(processors).dividedBy(hogs)));
        int tasksAWindow = (int) window.toMillis();
        int windows = (int) before.plus(busy).plus(after).dividedBy(window);
        int windowsBefore = (int) before.dividedBy(window);
        long[] latencies = new long[windows * tasksAWindow];
        long[][] steps = new long[windows + 1][hogs];
        CompletionCounter completed = new CompletionCounter(latencies.length);
        long next = System.nanoTime();
        for (int task = 0; task < latencies.length; task++) {
            if (task % tasksAWindow == 0) {
                sample(all, steps[task / tasksAWindow]);
                if (task / tasksAWindow == windowsBefore) {
                    all.start();
                }
            }
            next += INTERVAL_NANOS;
            Trickle.parkUntil(next);
            handIn(task, latencies, completed);
        }
        sample(all, steps[windows]);
        completed.await();
        all.await();
        return timeline(window.toMillis(), tasksAWindow, latencies, steps);
    }

    private void handIn(int task, long[] latencies, CompletionCounter completed) {
        long handedIn = System.nanoTime();
        executor.execute(() -> {
            latencies[task] = System.nanoTime() - handedIn;
            completed.increment();
        });
    }

    private static void sample(Hogs hogs, long[] target) {
        for (int hog = 0; hog < target.length; hog++) {
            target[hog] = hogs.steps(hog);
        }
    }

    private static Timeline timeline(long windowMillis, int tasksAWindow, long[] latencies, long[][] steps) {
        List<Window> windows = new ArrayList<>();
        for (int w = 0; w + 1 < steps.length; w++) {
            long[] during = new long[steps[w].length];
            for (int hog = 0; hog < during.length; hog++) {
                during[hog] = steps[w + 1][hog] - steps[w][hog];
            }
            windows.add(Window.of(Arrays.copyOfRange(latencies, w * tasksAWindow, (w + 1) * tasksAWindow), during));
        }
        return new Timeline(windowMillis, windows);
    }
}
