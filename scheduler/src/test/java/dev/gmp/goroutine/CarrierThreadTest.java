package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.CarrierThreads;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What carries virtual goroutines tells the JDK that it has other work, so that they park instead of spinning. */
class CarrierThreadTest {

    @BeforeEach
    void onlyWithVirtualThreads() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        assumeTrue(Runtime.version().feature() >= 24, "this JDK does not ask its carriers for queued work");
    }

    @Test
    void itIsAForkJoinWorkerWithWorkQueued() throws Exception {
        try (GmpScheduler scheduler = virtual()) {
            Thread carrier = carrier(scheduler);

            assertThat(carrier).isInstanceOf(ForkJoinWorkerThread.class);
            assertThat(carrier.isDaemon()).isFalse();
            assertThat(carrier.getName()).startsWith("gmp-test-m");
            assertThat(queuedTasks(carrier)).isEqualTo(1);
        }
    }

    /** A direct goroutine may use the JDK's fork/join framework, for which it must be on no worker. */
    @Test
    void itIsAPlainThreadOnceThereWasADirectGoroutine() throws Exception {
        try (GmpScheduler scheduler = virtual()) {
            scheduler.submit(() -> {}).get(60, TimeUnit.SECONDS);
            Schedulers.awaitIdle(scheduler); // none of the machines that were begun before takes part later
            FutureTask<Boolean> onWorker = new FutureTask<>(ForkJoinTask::inForkJoinPool);
            scheduler.direct().execute(onWorker);

            assertThat(onWorker.get(60, TimeUnit.SECONDS)).isFalse();

            assertThat(carrier(scheduler)).isNotInstanceOf(ForkJoinWorkerThread.class);
        }
    }

    /** The worker's pool counts each end and no beginning. */
    @Test
    void manyMayComeAndGo() throws Exception {
        for (int i = 0; i < 100; i++) {
            try (GmpScheduler scheduler = virtual()) {
                assertThat(queuedTasks(carrier(scheduler))).isEqualTo(1);
            }
        }
    }

    private static GmpScheduler virtual() {
        return Schedulers.direct(1).goroutines(GoroutineMode.VIRTUAL).build();
    }

    private static Thread carrier(GmpScheduler scheduler) throws Exception {
        return scheduler.submit(CarrierThreads::current).get(60, TimeUnit.SECONDS);
    }

    /** What {@code ForkJoinWorkerThread.hasKnownQueuedWork} looks for. */
    private static int queuedTasks(Thread carrier) throws Exception {
        return (int) ForkJoinWorkerThread.class
                .getMethod("getQueuedTaskCount") // since 20
                .invoke(carrier);
    }
}
