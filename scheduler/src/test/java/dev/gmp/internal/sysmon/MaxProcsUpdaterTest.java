package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.AvailableCpus;
import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.config.cpu.ProcsRule;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Schedulers;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MaxProcsUpdaterTest {

    private static final int MAX_MACHINES = 90;

    private volatile double quota = 4;
    private volatile int cpus = 8;
    private final DefaultProcs source = new DefaultProcs(
            () -> new AvailableCpus(cpus, false, "test"), () -> new CpuLimit(quota, "test"), new ProcsRule(2));
    private final Scheduler scheduler = new Scheduler(config(), source, LocalRunQueue.CAPACITY, true);

    @AfterEach
    void close() throws InterruptedException {
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void processorsFollowTheQuotaUpAndDown() throws InterruptedException {
        runSomething();
        quota = 5.5;
        await().until(() -> scheduler.procs() == 6);
        assertThat(scheduler.snapshot().cpuQuota()).isEqualTo(OptionalDouble.of(5.5));

        quota = 0.5;
        await().until(() -> scheduler.procs() == 2);
        quota = 100;
        await().until(() -> scheduler.procs() == 8);
        assertThat(scheduler.snapshot().counters().procsChanges()).isEqualTo(3);
    }

    /** The monitor of a scheduler that follows nothing and has nothing to do sleeps without a time to wake up. */
    @Test
    void aChosenNumberEndsThatUntilTheDefaultIsFollowedAgain() throws InterruptedException {
        runSomething();
        scheduler.setProcs(3);
        quota = 7;
        TimeUnit.SECONDS.sleep(2);
        assertThat(scheduler.procs()).isEqualTo(3);
        assertThat(scheduler.snapshot().cpuQuota()).isEmpty();
        scheduler.followDefault(source);

        assertThat(scheduler.procs()).isEqualTo(7);
        assertThat(scheduler.snapshot().cpuQuota()).isEqualTo(OptionalDouble.of(7));
        quota = 5;
        await().until(() -> scheduler.procs() == 5);
    }

    @Test
    void aNumberThatIsChosenWhileTheQuotaIsReadStays() throws InterruptedException {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        runSomething();
        AtomicInteger reads = new AtomicInteger();
        CpuLimitSource slow = () -> {
            if (reads.incrementAndGet() > 1) {
                reading.countDown();
                awaitUninterruptibly(goOn);
            }
            return new CpuLimit(7, "test");
        };
        scheduler.followDefault(new DefaultProcs(() -> new AvailableCpus(8, false, "test"), slow, new ProcsRule(2)));
        reading.await();
        scheduler.setProcs(3); // does not wait for a reader
        goOn.countDown();
        TimeUnit.MILLISECONDS.sleep(200);

        assertThat(scheduler.procs()).isEqualTo(3);
    }

    @Test
    void aChangeIsLoggedWithTheNumberThatCameOfIt() throws InterruptedException {
        List<String> lines;
        try (CapturedLog log = CapturedLog.of(MaxProcsUpdater.class.getName())) {
            runSomething();
            quota = 5.5;
            await().until(() -> scheduler.procs() == 6);
            cpus = 200; // first: the quota alone would be followed, too
            quota = 100;
            await().until(() -> scheduler.procs() == MAX_MACHINES);
            await().until(() -> log.messages().size() == 2);
            lines = log.messages();
        }

        assertThat(lines)
                .containsExactly(
                        "scheduler quota now has 6 processors: 8 CPUs (test), limit 5.5 CPUs (test)",
                        "scheduler quota now has 90 processors: 200 CPUs (test), limit 100.0 CPUs (test),"
                                + " at most 90 allowed");
    }

    private void runSomething() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        scheduler.execute(ran::countDown);
        ran.await();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static SchedulerConfig config() {
        return Schedulers.config(GmpScheduler.builder()
                .name("quota")
                .maxProcs(4)
                .goroutines(GoroutineMode.DIRECT)
                .maxMachines(MAX_MACHINES)
                .cpuPacing(false));
    }
}
