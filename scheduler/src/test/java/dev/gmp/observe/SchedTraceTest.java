package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of Go's {@code GODEBUG=schedtrace} and {@code scheddetail}, which tools parse. */
class SchedTraceTest {

    private static final String LINE = "SCHED \\d+ms: gomaxprocs=%d idleprocs=%d threads=%d spinningthreads=%d "
            + "needspinning=0 idlethreads=%d runqueue=%d \\[ %s \\] schedticks=\\[ %s \\]";

    @Test
    void aLineOfASchedulerThatHasDoneNothing() {
        try (GmpScheduler scheduler = Schedulers.direct(3).build()) {
            assertThat(SchedTrace.line(scheduler.snapshot()))
                    .matches(LINE.formatted(3, 3, 0, 0, 0, 0, "0 0 0", "0 0 0"));
        }
    }

    /** It would keep the scheduler, and what has loaded it, until the next line is due. */
    @Test
    void theThreadThatWritesLinesEndsWithTheScheduler() {
        Schedulers.direct(1).schedtraceInterval(Duration.ofDays(1)).build().close();

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("gmp-test-schedtrace")));
    }

    @Test
    void aLineOfABusyScheduler() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(2));
                Occupied occupied = new Occupied(scheduler)) {
            for (int i = 0; i < 12; i++) {
                scheduler.execute(() -> {});
            }

            String slices = "[12] [12]"; // a hand-over that comes late begins another one
            assertThat(SchedTrace.line(scheduler.snapshot())).matches(LINE.formatted(2, 0, 2, 0, 0, 12, "0 0", slices));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "de-DE"})
    void theDigitsAreAsciiInEveryLocale(String language) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        try (GmpScheduler scheduler = Schedulers.direct(2).build()) {
            assertThat(SchedTrace.detail(scheduler.snapshot()))
                    .startsWith("SCHED ")
                    .contains("gomaxprocs=2", "P1: status=idle schedtick=0")
                    .isASCII();
        } finally {
            Locale.setDefault(before);
        }
    }

    /** Ten thousand threads must not make an answer of a megabyte. */
    @Test
    void theDetailOfManyMachinesEnds() {
        List<MachineSnapshot> machines = IntStream.range(0, 10_000)
                .mapToObj(id -> new MachineSnapshot(id, "m" + id, MachineSnapshot.State.BLOCKED, -1, null, null))
                .toList();
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            assertThat(SchedTrace.detail(
                                    withMachines(scheduler.snapshot(), machines.subList(0, SchedTrace.MOST_MACHINES)))
                            .lines())
                    .hasSize(1 + 1 + SchedTrace.MOST_MACHINES);
            assertThat(SchedTrace.detail(withMachines(scheduler.snapshot(), machines))
                            .lines())
                    .hasSize(1 + 1 + SchedTrace.MOST_MACHINES + 1)
                    .endsWith("  M999: p=nil state=blocked curg=nil", "  M: and 9000 more");
        }
    }

    @Test
    void theDetailHasALineForEachProcessorAndMachine() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(2));
                Occupied occupied = new Occupied(scheduler)) {
            String[] lines = SchedTrace.detail(scheduler.snapshot()).split("\n");

            assertThat(lines).hasSize(5);
            assertThat(lines[0]).startsWith("SCHED ");
            assertThat(lines[1]).matches("  P0: status=running schedtick=\\d+ m=[01] runqsize=0");
            assertThat(lines[2]).matches("  P1: status=running schedtick=\\d+ m=[01] runqsize=0");
            assertThat(lines[3]).matches("  M0: p=[01] state=running curg=dev\\.gmp\\.testkit\\.Occupied.*");
            assertThat(lines[4]).matches("  M1: p=[01] state=running curg=dev\\.gmp\\.testkit\\.Occupied.*");
        }
    }

    @Test
    void theDetailOfASchedulerThatIsShutDownNamesThePhase() {
        GmpScheduler scheduler = Schedulers.direct(1).build();
        scheduler.close();

        assertThat(SchedTrace.detail(scheduler.snapshot())).contains("phase=TERMINATED");
    }

    private static SchedulerSnapshot withMachines(SchedulerSnapshot of, List<MachineSnapshot> machines) {
        return new SchedulerSnapshot(
                of.name(),
                of.uptime(),
                of.phase(),
                of.procs(),
                of.idleProcs(),
                of.spinningMachines(),
                of.globalQueueDepth(),
                of.machineCounts(),
                of.goroutines(),
                of.queued(),
                of.idleQueued(),
                of.counters(),
                of.schedulingLatency(),
                of.sliceLength(),
                of.times(),
                of.timersPending(),
                of.netpollWaiters(),
                of.cpuQuota(),
                of.oldestRunnable(),
                of.recentLosses(),
                of.stalled(),
                of.suspectedGoroutines(),
                of.deadlocks(),
                of.processors(),
                machines,
                of.bulkheads(),
                of.settings());
    }
}
