package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Probed;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Thrown;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * PROBE-2: what a probe throws, through whichever hook, is logged once and changes nothing. Probes run where a goroutine
 * stands in no queue and a processor has no owner.
 */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class FailingProbesTest {

    private static final String LOG = "dev.gmp.internal.gmp.GuardedProbe";

    @Parameter
    GoroutineMode mode;

    static Stream<Arguments> eachHookWithOneThrowable() {
        return hooks().map(hook -> Arguments.of(hook, Thrown.oneOf(hook)));
    }

    static Stream<Arguments> eachHookWithEachThrowable() {
        return hooks().flatMap(hook -> Stream.of(Thrown.values()).map(thrown -> Arguments.of(hook, thrown)));
    }

    private static Stream<Hook> hooks() {
        return EnumSet.complementOf(EnumSet.of(Hook.STALLED)).stream();
    }

    @ParameterizedTest
    @MethodSource("eachHookWithOneThrowable")
    void nothingIsLostByAProbeThatFails(Hook hook, Thrown thrown) throws Exception {
        throwThrough(hook, thrown);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("eachHookWithEachThrowable")
    void nothingIsLostByAnyProbeThatFails(Hook hook, Thrown thrown) throws Exception {
        throwThrough(hook, thrown);
    }

    private void throwThrough(Hook hook, Thrown thrown) throws Exception {
        Culprit culprit = new Culprit(thrown);
        try (CapturedLog log = CapturedLog.of(LOG);
                GmpScheduler scheduler = Probed.build(builder(), hook.probe(culprit))) {
            do {
                hook.bringAbout(scheduler);
            } while (culprit.calls() == 0);
            Aftermath.isHarmless(scheduler);
            await().until(() -> !log.messages().isEmpty());
            assertThat(log.messages()).hasSize(1);
        }
    }

    @Test
    void aStallIsReportedAllTheSame() throws Exception {
        Culprit culprit = new Culprit(Thrown.OUT_OF_MEMORY);
        CountDownLatch end = new CountDownLatch(1);
        SchedulerBuilder oneMachine = builder().maxProcs(1).maxMachines(1).stallAfter(Duration.ofSeconds(1));
        try (CapturedLog reports = CapturedLog.of("dev.gmp.internal.sysmon.StallWatchdog");
                GmpScheduler scheduler = Probed.build(oneMachine, Hook.STALLED.probe(culprit))) {
            scheduler.direct().execute(() -> Latches.await(end));
            scheduler.execute(() -> {});
            Schedulers.await(scheduler, SchedulerSnapshot::stalled);
            await().until(() -> !reports.messages().isEmpty());
            end.countDown();
            assertThat(culprit.calls()).isPositive(); // twice where the thread of the first task began late
            Aftermath.isHarmless(scheduler);
        }
    }

    /** Each hears of everything, whatever the one before it does. */
    @Test
    void oneThatFailsDoesNotDisturbTheOthers() throws Exception {
        Culprit culprit = new Culprit(Thrown.OUT_OF_MEMORY);
        try (GmpScheduler scheduler = Probed.build(builder(), Hook.BEGINS.probe(culprit));
                var recording = scheduler.startTrace()) {
            Hook.BEGINS.bringAbout(scheduler);
            Schedulers.awaitIdle(scheduler);
            Timeline timeline = recording.stop();
            assertThat(timeline.slices()).isNotEmpty();
            assertThat(culprit.calls()).isPositive();
        }
    }

    private SchedulerBuilder builder() {
        return Schedulers.direct(2).goroutines(mode).timeSlice(Duration.ofMillis(1));
    }
}
