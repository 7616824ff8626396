package dev.gmp.observe.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.FrequentWatch;
import dev.gmp.GmpScheduler;
import dev.gmp.IncidentWatch;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of incident, made by a known workload, leads to one capsule. */
class IncidentWatchTest extends WatchedFolder {

    /** No task of the scheduler can run, and the capsule is written all the same. */
    @Test
    void aStall() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(2)
                .maxMachines(2)
                .stallAfter(Duration.ofSeconds(1))
                .build()) {
            blockTwoMachines(scheduler);
            try (IncidentWatch watch = watch(scheduler, HOUR, Duration.ZERO)) {
                scheduler.execute(this::blockHere);
                IncidentFile file = awaitOne(IncidentCause.STALL);

                assertThat(folder().schedulerOf(file)).contains("test");
                assertThat(part(file, "incident.txt"))
                        .contains("scheduler test\ncause stall\ndetail tasks wait, and none begins to run\n");
                assertThat(part(file, "goroutines.txt")).contains("blockHere");
                assertNoOther(watch);
            } finally {
                release.countDown();
            }
        }
    }

    @Test
    void aHighLatency() throws Exception {
        try (GmpScheduler scheduler = patient(1).build();
                IncidentWatch watch = watch(scheduler, HOUR, Duration.ofMillis(1))) {
            AtomicBoolean ended = new AtomicBoolean();
            for (int i = 0; i < 50; i++) {
                scheduler.execute(new Chain(scheduler, ended));
            }
            IncidentFile file = awaitOne(IncidentCause.LATENCY);
            assertNoOther(watch);
            ended.set(true);

            assertThat(part(file, "incident.txt"))
                    .contains("detail p99 of the scheduling latency has stayed above PT0.001S, or in its bucket\n");
            assertThat(part(file, "schedtrace.txt").lines().filter(line -> line.startsWith("SCHED ")))
                    .hasSizeBetween(6, 61);
        }
    }

    @Test
    void asManyHogsAsTheBound() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        try (GmpScheduler scheduler = patient(1).build();
                IncidentWatch watch = watch(scheduler, HOUR, Duration.ZERO)) {
            for (int i = 0; i < 17; i++) {
                scheduler.execute(() -> {
                    while (!ended.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            IncidentFile file = awaitOne(IncidentCause.OVERTIME);
            assertNoOther(watch);
            ended.set(true);

            assertThat(part(file, "incident.txt")).containsPattern("detail 1[67] goroutines compute in overtime\n");
        } finally {
            ended.set(true);
        }
    }

    @Test
    void aDeadlock() throws Exception {
        try (GmpScheduler scheduler =
                        patient(1).leakInterval(Duration.ofSeconds(1)).build();
                IncidentWatch watch = watch(scheduler, HOUR, Duration.ZERO)) {
            Future<?> deadlocked = waitingForItself(scheduler);
            IncidentFile file = awaitOne(IncidentCause.DEADLOCK);
            assertNoOther(watch);
            deadlocked.cancel(true);

            assertThat(part(file, "incident.txt"))
                    .contains("cause deadlock\ndetail threads wait for each other, in cycles: 1\n");
        }
    }

    @Test
    void aCaptureOnRequestDoesNotWaitForTheInterval() throws Exception {
        try (GmpScheduler scheduler = patient(1).build();
                IncidentWatch watch = watch(scheduler, HOUR, Duration.ZERO)) {
            health.set("down");
            awaitOne(IncidentCause.HEALTH_DOWN);

            assertThat(watch.capture(scheduler).orElseThrow().cause()).isEqualTo(IncidentCause.REQUESTED);
            assertThat(folder().list()).hasSize(2);
        }
    }

    @Test
    void aHealthyLifeLeadsToNone() throws Exception {
        try (GmpScheduler scheduler = patient(2).build();
                IncidentWatch watch = watch(scheduler, Duration.ofSeconds(1), Duration.ofMinutes(5))) {
            for (int i = 0; i < 2 * SEVERAL_TICKS; i++) {
                scheduler.submit(() -> "run").get();
                sleepFor(1);
            }
            assertThat(watch.isRunning()).isTrue();
            assertThat(folder().list()).isEmpty();
        }
    }

    @Test
    void withoutAStartNothingIsWrittenByItself() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build();
                GmpScheduler other = Schedulers.direct(1).build()) {
            IncidentWatch watch = new IncidentWatch(List.of(scheduler), folder(), HOUR, Duration.ZERO, health::get);

            assertThat(watch.isRunning()).isFalse();
            assertThat(watch.schedulers()).containsExactly(scheduler);
            assertThat(folder().list()).isEmpty();
            assertThat(part(watch.capture(scheduler).orElseThrow(), "schedtrace.txt")
                            .lines()
                            .filter(line -> line.startsWith("SCHED ")))
                    .hasSize(1);
            assertThatThrownBy(() -> watch.capture(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not watched");
        }
    }

    @Test
    void ofCapturesAtTheSameTimeOneIsWritten() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build();
                IncidentWatch watch = watch(scheduler, HOUR, Duration.ZERO)) {
            AtomicInteger refused = new AtomicInteger();
            do { // on a busy machine each may have ended before the next one begins
                for (IncidentFile file : folder().list()) {
                    folder().delete(file.name());
                }
                Together.run(Collections.nCopies(8, () -> {
                    if (watch.capture(scheduler).isEmpty()) {
                        refused.incrementAndGet();
                    }
                }));
                assertThat(folder().list()).hasSize(8 - refused.get()).isNotEmpty();
            } while (refused.get() == 0);
        }
    }

    @Test
    void aCheckThatFailsIsLoggedAndTheWatchGoesOn() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        try (CapturedLog log = CapturedLog.of(IncidentWatch.class.getName());
                GmpScheduler scheduler = Schedulers.direct(1).build();
                IncidentWatch watch = FrequentWatch.of(scheduler, folder(), HOUR, Duration.ZERO, () -> {
                    if (looks.incrementAndGet() <= 2) {
                        throw new IllegalStateException("no health");
                    }
                    return "down";
                })) {
            watch.start();
            awaitOne(IncidentCause.HEALTH_DOWN);
            assertThat(log.messages()).contains("the check beside the schedulers failed");
        }
    }

    @Test
    void whatIsTooOldIsDeletedByItselfAlsoWhereTheCheckAlwaysFails() throws Exception {
        Path old = Files.createFile(path.resolve("gmp-incident-20200101T000000.000Z-stall-1.zip"));
        try (GmpScheduler scheduler = Schedulers.direct(1).build();
                IncidentWatch watch = FrequentWatch.of(scheduler, folder(), HOUR, Duration.ZERO, () -> {
                    throw new IllegalStateException("no health");
                })) {
            watch.start();
            await().atMost(Duration.ofSeconds(100)).until(() -> Files.notExists(old));
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsRefusedAtTheStart() throws Exception {
        Path file = Files.writeString(path.resolve("file"), "");
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            IncidentFolder inAFile = new IncidentFolder(file.resolve("below"), 3, 10_000_000, HOUR);
            IncidentWatch watch = new IncidentWatch(List.of(scheduler), inAFile, HOUR, Duration.ZERO, health::get);

            assertThatThrownBy(watch::start).isInstanceOf(IOException.class);
            assertThat(watch.isRunning()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PT0.999S | PT0S      | min-interval must be between PT1S and PT8760H, but was PT0.999S
            P366D    | PT0S      | min-interval must be between PT1S and PT8760H, but was PT8784H
            PT1M     | PT0.0009S | latency-limit must be 0 (off) or between PT0.001S and PT1H, but was PT0.0009S
            PT1M     | PT61M     | latency-limit must be 0 (off) or between PT0.001S and PT1H, but was PT1H1M
            """)
    void durationsHaveRanges(Duration interval, Duration latency, String message) {
        assertThatThrownBy(() -> new IncidentWatch(List.of(), folder(), interval, latency, health::get))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage(message);
    }
}
