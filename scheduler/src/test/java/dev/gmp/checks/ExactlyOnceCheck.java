package dev.gmp.checks;

import dev.gmp.testkit.Tally;
import dev.gmp.testkit.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Each task that is accepted runs, and runs once: from outside, from several threads, and from inside other tasks. */
final class ExactlyOnceCheck implements ExecutorCheck {

    private static final int FROM_OUTSIDE = 1_000;
    private static final int SUBMITTERS = 2;

    /** Each task from outside submits one from inside. */
    private static final int TASKS = 2 * SUBMITTERS * FROM_OUTSIDE;

    @Override
    public List<String> faultsOf(ExecutorService executor, Duration patience) throws Exception {
        Tally tally = new Tally(TASKS);
        Together.run(() -> submit(executor, tally, 0), () -> submit(executor, tally, 2 * FROM_OUTSIDE));
        long end = System.nanoTime() + patience.toNanos();
        while (tally.faults().stream().anyMatch(fault -> fault.contains("was lost")) && System.nanoTime() - end < 0) {
            Thread.sleep(1); // those from inside are still being submitted
        }
        executor.shutdown();
        boolean terminated = executor.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
        List<String> faults = new ArrayList<>(tally.faults());
        if (!terminated) {
            faults.add("not terminated: " + executor);
        }
        return faults;
    }

    private static void submit(ExecutorService executor, Tally tally, int first) {
        for (int task = first; task < first + 2 * FROM_OUTSIDE; task += 2) {
            int outer = task;
            int inner = task + 1;
            tally.accepted(outer);
            tally.accepted(inner);
            executor.execute(() -> {
                executor.execute(() -> tally.ran(inner));
                tally.ran(outer);
            });
        }
    }
}
