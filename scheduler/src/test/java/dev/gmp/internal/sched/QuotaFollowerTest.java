package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.AvailableCpus;
import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.config.cpu.ProcsRule;
import dev.gmp.internal.runq.LocalRunQueue;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QuotaFollowerTest {

    private volatile double quota = 4;
    private final DefaultProcs source = new DefaultProcs(
            () -> new AvailableCpus(8, false, "test"), () -> new CpuLimit(quota, "test"), new ProcsRule(2));
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
    }

    @Test
    void aChosenNumberEndsThat() throws InterruptedException {
        runSomething();
        scheduler.setProcs(3);
        quota = 7;
        TimeUnit.SECONDS.sleep(2);

        assertThat(scheduler.procs()).isEqualTo(3);
        assertThat(scheduler.snapshot().cpuQuota()).isEmpty();
    }

    private void runSomething() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        scheduler.execute(ran::countDown);
        ran.await();
    }

    private static SchedulerConfig config() {
        return new SchedulerConfig(
                "quota",
                4,
                GoroutineMode.DIRECT,
                Duration.ofMillis(10),
                100,
                Duration.ofSeconds(60),
                SchedulerConfig.UNBOUNDED,
                RejectionPolicy.ABORT,
                Duration.ZERO,
                false);
    }
}
