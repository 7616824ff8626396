package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** {@code invokeAny} where one of its tasks pushes another out of the queue: that one has failed. It hangs if that is not said. */
class InvokeAnyWithoutRoomTest {

    private final CountDownLatch released = new CountDownLatch(1);
    private final List<Callable<String>> tasks = List.of(() -> "discarded", () -> "run");

    @Test
    void ofAScheduler() throws Exception {
        SchedulerBuilder builder =
                Schedulers.direct(1).queueCapacity(1).rejectionPolicy(RejectionPolicy.DISCARD_OLDEST);
        try (GmpScheduler scheduler = Unwatched.build(builder)) {
            Schedulers.machineThatRuns(scheduler, () -> Latches.await(released));
            expectTheLastOne(scheduler, () -> scheduler.snapshot().counters().rejections());
        }
    }

    @Test
    void ofABulkhead() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(2).build();
                Bulkhead bulkhead = scheduler
                        .bulkhead("one")
                        .maxGoroutines(1)
                        .queueCapacity(1)
                        .rejectionPolicy(RejectionPolicy.DISCARD_OLDEST)
                        .build()) {
            bulkhead.execute(() -> Latches.await(released));
            expectTheLastOne(bulkhead, () -> bulkhead.snapshot().rejections());
        }
    }

    private void expectTheLastOne(ExecutorService executor, LongSupplier rejections) throws Exception {
        FutureTask<String> any = new FutureTask<>(() -> executor.invokeAny(tasks));
        FutureTask<String> anyInTime = new FutureTask<>(() -> executor.invokeAny(tasks, 1, TimeUnit.HOURS));
        try {
            new Thread(any).start();
            await().until(() -> rejections.getAsLong() == 1);
        } finally {
            released.countDown();
        }
        assertThat(any.get(60, TimeUnit.SECONDS)).isEqualTo("run");

        new Thread(anyInTime).start();
        assertThat(anyInTime.get(60, TimeUnit.SECONDS)).isIn("discarded", "run");
    }
}
