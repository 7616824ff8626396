package dev.gmp.checks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** {@code cancel(true)} interrupts the task that runs. */
final class CancellationCheck implements ExecutorCheck {

    private static final int TASKS = 20;

    @Override
    public List<String> faultsOf(ExecutorService executor, Duration patience) throws Exception {
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < TASKS && faults.isEmpty(); i++) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            CountDownLatch interrupted = new CountDownLatch(1);
            Future<?> future = executor.submit(() -> {
                begun.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            });
            if (!begun.await(60, TimeUnit.SECONDS)) { // a faulty one has to begin, too
                faults.add("task " + i + " does not begin");
            } else if (!future.cancel(true)) {
                faults.add("task " + i + " runs and cannot be cancelled");
            } else if (!interrupted.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                faults.add("task " + i + " was cancelled and not interrupted");
            }
            goOn.countDown();
        }
        executor.shutdownNow();
        return faults;
    }
}
