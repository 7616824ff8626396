package dev.gmp.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.config.cpu.AvailableCpus;
import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.config.cpu.ProcsRule;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.stats.SchedTraceLog;
import dev.gmp.internal.sysmon.MaxProcsUpdater;
import dev.gmp.internal.sysmon.Sysmon;
import dev.gmp.internal.sysmon.SysmonDuties;
import dev.gmp.internal.util.PeriodicThread;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Thrown;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a scheduler's own threads call now and then may throw anything: a source of the CPU limit, a log, a snapshot. */
class FailingDutiesTest {

    private final AtomicInteger calls = new AtomicInteger();

    @ParameterizedTest
    @EnumSource
    void aDutyOfTheMonitorThatFailsKeepsNoOtherFromItsTurn(Thrown thrown) {
        Sysmon sysmon = LoneSysmon.withDuties(new SysmonDuties(
                () -> false,
                () -> {},
                now -> {},
                List.of(thrown::raise, calls::incrementAndGet),
                () -> true,
                () -> false));
        sysmon.ensureStarted();
        try {
            await().untilAtomic(calls, number -> assertThat(number).isPositive());
        } finally {
            sysmon.stop();
        }
    }

    @ParameterizedTest
    @EnumSource
    void cpusThatCannotBeReadLeaveTheNumberAsItIsAndAreLoggedOnce(Thrown thrown) throws InterruptedException {
        DefaultProcs broken = defaultProcs(() -> {
            thrown.raise();
            return CpuLimit.none("not reached");
        });
        Scheduler scheduler = new Scheduler(ProtocolState.unbounded(), null, LocalRunQueue.CAPACITY, true);
        try (CapturedLog log = CapturedLog.of(MaxProcsUpdater.class.getName())) {
            scheduler.followDefault(broken);
            scheduler.followDefault(broken);
            assertThat(scheduler.procs()).isEqualTo(1);
            await().until(() -> !log.messages().isEmpty());
            assertThat(log.messages()).singleElement().asString().contains("cannot be read");

            scheduler.followDefault(defaultProcs(() -> CpuLimit.none("mended")));
            assertThat(scheduler.procsReason()).contains("mended");
            scheduler.followDefault(broken);
            await().until(() -> log.messages().size() == 2);
        } finally {
            scheduler.shutdown();
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSchedtraceLineThatFailsIsLeftOut(Thrown thrown) throws InterruptedException {
        Scheduler scheduler = new Scheduler(ProtocolState.unbounded(), null, LocalRunQueue.CAPACITY, true);
        Handler broken = new BrokenOnce(thrown);
        Logger logger = Logger.getLogger("dev.gmp.schedtrace");
        logger.addHandler(broken);
        try (CapturedLog failures = CapturedLog.of(SchedTraceLog.class.getName());
                CapturedLog lines = CapturedLog.of("dev.gmp.schedtrace")) {
            PeriodicThread log = SchedTraceLog.start("test", Duration.ofMillis(10), () -> {
                if (calls.incrementAndGet() == 1) {
                    thrown.raise();
                }
                return scheduler.snapshot();
            });
            await().until(() -> !lines.messages().isEmpty());
            log.stopAndWait(Duration.ofMinutes(1)); // a line that is under way would be the first one of the next test
            assertThat(failures.messages()).hasSize(2);
        } finally {
            logger.removeHandler(broken);
            scheduler.shutdown();
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static DefaultProcs defaultProcs(CpuLimitSource limit) {
        return new DefaultProcs(() -> new AvailableCpus(1, false, "test"), limit, new ProcsRule(1));
    }

    /** A log's destination that fails at its first line. */
    private static final class BrokenOnce extends Handler {

        private final Thrown thrown;
        private boolean hasFailed;

        BrokenOnce(Thrown thrown) {
            this.thrown = thrown;
        }

        @Override
        public synchronized void publish(LogRecord line) {
            if (!hasFailed) {
                hasFailed = true;
                thrown.raise();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
