package dev.gmp.checks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** After {@code shutdown} every way to submit is refused, and what was refused does not run. */
final class NothingAfterShutdownCheck implements ExecutorCheck {

    private static final int TRIES = 50;

    @Override
    public List<String> faultsOf(ExecutorService executor, Duration patience) throws Exception {
        AtomicInteger late = new AtomicInteger();
        Runnable task = late::incrementAndGet;
        Callable<Integer> call = late::incrementAndGet;
        Map<String, Callable<?>> ways = Map.of(
                "execute",
                        () -> {
                            executor.execute(task);
                            return null;
                        },
                "submit(Runnable)", () -> executor.submit(task),
                "submit(Callable)", () -> executor.submit(call),
                "invokeAll", () -> executor.invokeAll(List.of(call), patience.toNanos(), TimeUnit.NANOSECONDS),
                "invokeAny", () -> executor.invokeAny(List.of(call), patience.toNanos(), TimeUnit.NANOSECONDS));
        executor.execute(() -> {});
        executor.shutdown();
        List<String> faults = new ArrayList<>();
        for (Map.Entry<String, Callable<?>> way : ways.entrySet()) {
            int accepted = 0;
            for (int i = 0; i < TRIES; i++) {
                accepted += isAccepted(way.getValue()) ? 1 : 0;
            }
            if (accepted > 0) {
                faults.add("%s accepted %d of %d tasks after shutdown".formatted(way.getKey(), accepted, TRIES));
            }
        }
        if (!executor.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            faults.add("not terminated: " + executor);
        }
        if (late.get() > 0) {
            faults.add(late + " tasks ran that came after shutdown");
        }
        return faults;
    }

    private static boolean isAccepted(Callable<?> submission) throws Exception {
        try {
            submission.call();
            return true;
        } catch (RejectedExecutionException expected) {
            return false;
        }
    }
}
