package dev.gmp.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A scheduler in a container where others use up the CPU quota all the time. */
class PacedSchedulerTest {

    private static final int TASKS = 2_000;

    private final Scheduler scheduler = new Scheduler(
            Schedulers.config(GmpScheduler.builder().maxProcs(2)),
            null,
            new UsedUp(),
            OvertimePriority.never(),
            LocalRunQueue.CAPACITY,
            true);

    @AfterEach
    void close() throws InterruptedException {
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void everythingRunsOnceAndPausesInBetween() throws InterruptedException {
        AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
        CountDownLatch done = new CountDownLatch(TASKS);
        for (int task = 0; task < TASKS; task++) {
            int number = task;
            scheduler.execute(() -> {
                runs.incrementAndGet(number);
                computeFor(20_000);
                Goroutines.checkpoint();
                done.countDown();
            });
        }
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        for (int task = 0; task < TASKS; task++) {
            assertThat(runs.get(task)).isOne();
        }
        // On a busy machine all of them may have run before sysmon looked for the first time.
        Awaitility.await().until(() -> {
            scheduler.execute(() -> {});
            return !paced().isZero();
        });
    }

    /** Others would have nothing from its giving way; the quota has. */
    @ParameterizedTest
    @EnumSource(
            value = GoroutineMode.class,
            names = {"DIRECT", "AUTO"})
    void alsoOneThatRunsAlonePausesAtItsCheckpoints(GoroutineMode mode) throws InterruptedException {
        CountDownLatch paused = new CountDownLatch(1);
        scheduler.execute(
                () -> {
                    while (paced().isZero()) {
                        Goroutines.checkpoint();
                    }
                    paused.countDown();
                },
                mode);
        assertThat(paused.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** An expired goroutine waits for the end of a pause, and is not lost in it. */
    @ParameterizedTest
    @EnumSource(
            value = GoroutineMode.class,
            names = {"DIRECT", "AUTO"})
    void thoseThatComputeForLongEndToo(GoroutineMode mode) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(8);
        for (int task = 0; task < 8; task++) {
            scheduler.execute(
                    () -> {
                        for (int part = 0; part < 20; part++) {
                            computeFor(1_000_000);
                            Goroutines.checkpoint();
                        }
                        done.countDown();
                    },
                    mode);
        }
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shutdownDuringPausesEnds() throws InterruptedException {
        CountDownLatch paused = new CountDownLatch(1);
        for (int task = 0; task < TASKS; task++) {
            scheduler.execute(() -> {
                if (!paced().isZero()) {
                    paused.countDown();
                }
                computeFor(1_000_000);
            });
        }
        assertThat(paused.await(60, TimeUnit.SECONDS)).isTrue();
        int unrun = scheduler.shutdownNow(thread -> true).size();
        assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(unrun).isLessThan(TASKS);
    }

    private Duration paced() {
        return scheduler.snapshot().counters().pacedTime();
    }

    private static void computeFor(long nanos) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < nanos) {
            Thread.onSpinWait();
        }
    }

    private static final class UsedUp implements CpuLimitSource {

        private final long begin = System.nanoTime();

        @Override
        public CpuLimit read() {
            return new CpuLimit(1, "a test");
        }

        /** Eight CPUs all the time. */
        @Override
        public long usedNanos() {
            return (System.nanoTime() - begin) * 8;
        }
    }
}
