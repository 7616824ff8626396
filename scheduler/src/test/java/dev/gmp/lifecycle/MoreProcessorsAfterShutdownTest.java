package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Processors that are made after the shutdown have timers of their own, and take none. */
class MoreProcessorsAfterShutdownTest {

    /** Threads from outside have timers of different processors. */
    private static final int THREADS = 16;

    @Test
    void noTaskIsAcceptedForLater() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        GmpScheduler scheduler = Schedulers.direct(1).build();
        Schedulers.machineThatRuns(scheduler, () -> Latches.await(released));
        scheduler.shutdown();
        scheduler.setMaxProcs(64);

        expectRejections(scheduler);
        assertThat(scheduler.snapshot().timersPending()).isZero();
        released.countDown();
        Schedulers.awaitTermination(scheduler);
        expectRejections(scheduler);
    }

    private static void expectRejections(GmpScheduler scheduler) throws InterruptedException {
        List<FutureTask<?>> schedulings = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            FutureTask<?> scheduling = new FutureTask<>(() -> scheduler.schedule(() -> {}, 1, TimeUnit.HOURS));
            schedulings.add(scheduling);
            Thread thread = new Thread(scheduling);
            thread.start();
            thread.join();
        }
        for (FutureTask<?> scheduling : schedulings) {
            assertThatThrownBy(scheduling::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(RejectedExecutionException.class);
        }
    }
}
