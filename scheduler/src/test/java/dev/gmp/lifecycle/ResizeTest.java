package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResizeTest {

    private final GmpScheduler scheduler =
            GmpScheduler.builder().maxProcs(2).goroutines(GoroutineMode.DIRECT).build();

    private final AtomicBoolean stop = new AtomicBoolean();

    @AfterEach
    void close() {
        stop.set(true);
        scheduler.close();
    }

    @Test
    void moreProcessorsRunMoreAtOnce() throws Exception {
        scheduler.setMaxProcs(5);
        CountDownLatch running = new CountDownLatch(5);
        for (int i = 0; i < 5; i++) {
            scheduler.execute(() -> {
                running.countDown();
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        running.await();
        assertThat(scheduler.maxProcs()).isEqualTo(5);
        assertThat(scheduler.snapshot().processors()).hasSize(5);
        stop.set(true);
    }

    @Test
    void fewerProcessorsLoseNoWork() throws Exception {
        scheduler.setMaxProcs(8);
        int tasks = 10_000;
        AtomicInteger done = new AtomicInteger();
        scheduler.execute(() -> {
            for (int i = 0; i < tasks; i++) {
                scheduler.execute(done::incrementAndGet);
            }
            scheduler.setMaxProcs(1);
        });
        await().until(() -> done.get() == tasks);
        Schedulers.await(scheduler, now -> now.procs() == 1 && now.idleProcs() == 1);
    }

    /** Go: TestStopTheWorldDeadlock, with resizing as what it is there. */
    @Test
    void endlessSpawningUnderAThousandResizes() throws Exception {
        AtomicLong spawned = new AtomicLong();
        AtomicLong ran = new AtomicLong();
        for (int i = 0; i < 4; i++) {
            spawned.incrementAndGet();
            scheduler.execute(new Runnable() {
                @Override
                public void run() {
                    ran.incrementAndGet();
                    if (!stop.get()) {
                        spawned.incrementAndGet();
                        scheduler.execute(this);
                    }
                }
            });
        }
        RandomGenerator random = new java.util.Random(1);
        for (int i = 0; i < 1_000; i++) {
            scheduler.setMaxProcs(1 + random.nextInt(8));
        }
        stop.set(true);
        await().until(() -> ran.get() == spawned.get());
        await().until(() -> scheduler.snapshot().counters().completed() == spawned.get());
    }

    /** None waits for its processor. */
    @Test
    void aGoroutineThatMeetsTheSchedulerGivesUpAProcessorBeyondTheNumber() throws Exception {
        CountDownLatch running = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            scheduler.execute(() -> {
                running.countDown();
                while (!stop.get()) {
                    Goroutines.checkpoint();
                }
            });
        }
        running.await();
        scheduler.setMaxProcs(1);
        await().until(() -> scheduler.snapshot().machines().stream().noneMatch(each -> each.processor() == 1));
        stop.set(true);
    }

    @Test
    void theNumberIsChecked() {
        assertThatThrownBy(() -> scheduler.setMaxProcs(0))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("max-procs must be between 1 and 1024, but was 0");
        assertThatThrownBy(() -> scheduler.setMaxProcs(1025)).isInstanceOf(InvalidSettingException.class);
        assertThat(scheduler.maxProcs()).isEqualTo(2);
    }

    @Test
    void moreProcessorsThanMachinesAreRefusedByTheirOwnName() {
        try (GmpScheduler small =
                GmpScheduler.builder().maxProcs(2).maxMachines(4).build()) {
            assertThatThrownBy(() -> small.setMaxProcs(5))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessage("max-procs must be between 1 and 4, but was 5");
            small.setMaxProcs(4);
            assertThat(small.maxProcs()).isEqualTo(4);
        }
    }

    @Test
    void theDefaultNumberCanBeHadAgain() {
        int byDefault;
        try (GmpScheduler untold = GmpScheduler.builder().build()) {
            byDefault = untold.maxProcs();
        }
        scheduler.setMaxProcs(byDefault + 1);
        scheduler.setDefaultMaxProcs();
        assertThat(scheduler.maxProcs()).isEqualTo(byDefault);
    }

    @Test
    void theTimeOfProcessorsIsIntegrated() throws Exception {
        long before = scheduler.snapshot().counters().procsTime().toNanos();
        scheduler.setMaxProcs(100);
        Thread.sleep(20);
        scheduler.setMaxProcs(2);
        long after = scheduler.snapshot().counters().procsTime().toNanos();

        assertThat(after - before).isGreaterThanOrEqualTo(100 * 20_000_000L);
    }
}
