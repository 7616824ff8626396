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
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProcResize;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MaxProcsUpdaterTest {

    private static final int MAX_MACHINES = 90;
    private static final Duration AMPLE = Duration.ofSeconds(60);

    private volatile double quota = 4;
    private volatile int cpus = 8;
    private final DefaultProcs source = new DefaultProcs(
            () -> new AvailableCpus(cpus, false, "test"), () -> new CpuLimit(quota, "test"), new ProcsRule(2));
    private final SchedulerState state = new SchedulerState(config(), LocalRunQueue.CAPACITY);
    private final ProcResize procResize = ProtocolState.procResize(state);
    private final MaxProcsUpdater updater = new MaxProcsUpdater(state.config(), procResize, source);

    @BeforeEach
    void wakeNoMachines() {
        state.idle().spinning().tryBecomeOnly();
    }

    @Test
    void processorsFollowTheQuotaUpAndDown() {
        assertThat(procsWith(5.5)).isEqualTo(6);
        assertThat(updater.quota()).isEqualTo(OptionalDouble.of(5.5));
        assertThat(procsWith(0.5)).isEqualTo(2);
        assertThat(procsWith(100)).isEqualTo(8);
        assertThat(procResize.changes()).isEqualTo(3);
    }

    @Test
    void aChosenNumberEndsThatUntilTheDefaultIsFollowedAgain() {
        updater.choose(3);
        assertThat(procsWith(7)).isEqualTo(3);
        assertThat(updater.quota()).isEmpty();

        updater.follow(source);
        assertThat(state.processors().count()).isEqualTo(7);
        assertThat(updater.quota()).isEqualTo(OptionalDouble.of(7));
        assertThat(procsWith(5)).isEqualTo(5);
    }

    /** It does not wait for a reader: here it would be for ever. */
    @Test
    void aNumberThatIsChosenWhileTheQuotaIsReadStays() {
        AtomicInteger reads = new AtomicInteger();
        CpuLimitSource limit = () -> {
            if (reads.incrementAndGet() == 2) {
                updater.choose(3);
            }
            return new CpuLimit(7, "test");
        };
        updater.follow(new DefaultProcs(() -> new AvailableCpus(8, false, "test"), limit, new ProcsRule(2)));
        assertThat(state.processors().count()).isEqualTo(7);
        updater.tick();

        assertThat(state.processors().count()).isEqualTo(3);
    }

    @Test
    void aChangeIsLoggedWithTheNumberThatCameOfIt() {
        try (CapturedLog log = CapturedLog.of(MaxProcsUpdater.class.getName())) {
            procsWith(5.5);
            cpus = 200;
            procsWith(100);
            await().atMost(AMPLE).until(() -> log.messages().size() == 2);

            assertThat(log.messages())
                    .containsExactly(
                            "scheduler test now has 6 processors: 8 CPUs (test), limit 5.5 CPUs (test)",
                            "scheduler test now has 90 processors: 200 CPUs (test), limit 100.0 CPUs (test),"
                                    + " at most 90 allowed");
        }
    }

    /** The monitor of a scheduler that follows nothing and has nothing to do sleeps without a time to wake up. */
    @Test
    void theMonitorFollowsAlsoAfterItHasSlept() throws InterruptedException {
        Scheduler scheduler = new Scheduler(config(), source, LocalRunQueue.CAPACITY, true);
        try {
            CountDownLatch ran = new CountDownLatch(1);
            scheduler.execute(ran::countDown);
            ran.await();
            scheduler.setProcs(3);
            Schedulers.awaitThatTheMonitorSleeps();

            scheduler.followDefault(source);
            assertThat(scheduler.procs()).isEqualTo(4);
            quota = 5;
            await().atMost(AMPLE).until(() -> scheduler.procs() == 5);
            assertThat(scheduler.snapshot().cpuQuota()).isEqualTo(OptionalDouble.of(5));
            assertThat(scheduler.snapshot().counters().procsChanges()).isEqualTo(3);
        } finally {
            scheduler.shutdown();
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private int procsWith(double newQuota) {
        quota = newQuota;
        updater.tick();
        return state.processors().count();
    }

    private static SchedulerConfig config() {
        return Schedulers.config(GmpScheduler.builder()
                .name("test")
                .maxProcs(4)
                .goroutines(GoroutineMode.DIRECT)
                .maxMachines(MAX_MACHINES)
                .cpuPacing(false));
    }
}
