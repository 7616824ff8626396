package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Delayed tasks are given up, and nothing else is. */
class CancelDelayedTest {

    private final GmpScheduler scheduler =
            GmpScheduler.builder().name("test").maxProcs(2).build();

    @AfterEach
    void close() {
        scheduler.shutdownNow();
    }

    @Test
    void cancelsWhatWaitsForItsTime() throws Exception {
        ScheduledFuture<?> delayed = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        ScheduledFuture<?> periodic = scheduler.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS);

        assertThat(scheduler.cancelDelayed()).isEqualTo(2);

        assertThat(delayed.isCancelled()).isTrue();
        assertThat(periodic.isCancelled()).isTrue();
        assertThat(scheduler.snapshot().timersPending()).isZero();
        assertThat(scheduler.cancelDelayed()).isZero();
        scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS).get();
    }

    @Test
    void leavesWhatRunsAlone() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        ScheduledFuture<?> running = scheduler.schedule(
                () -> {
                    inside.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                    }
                },
                0,
                TimeUnit.SECONDS);
        inside.await();

        assertThat(scheduler.cancelDelayed()).isZero();

        release.countDown();
        running.get();
        assertThat(interrupted).isFalse();
    }

    @Test
    void aSchedulerThatIsShutDownEndsThen() {
        scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        scheduler.shutdown();
        assertThat(scheduler.isTerminated()).isFalse();

        scheduler.cancelDelayed();

        Schedulers.awaitTermination(scheduler);
    }
}
