package dev.gmp.observe.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.FrequentWatch;
import dev.gmp.GmpScheduler;
import dev.gmp.IncidentWatch;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Incidents beside and after each other, and over a restart. */
class SeveralIncidentsTest extends WatchedFolder {

    @Test
    void aHealthThatGoesDownAndLaterAgain() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build();
                IncidentWatch watch = watch(scheduler, Duration.ofSeconds(1), Duration.ZERO)) {
            health.set("cut off\nfrom others");
            IncidentFile file = awaitOne(IncidentCause.HEALTH_DOWN);
            assertThat(part(file, "incident.txt")).contains("cause health-down\ndetail cut off from others\n");
            sleepFor(10); // another may be written from then on
            assertNoOther(watch);

            health.set(null);
            awaitLooks();
            health.set("cut off again");
            await().until(() -> folder().list().size() == 2);
        }
    }

    /** The next look may find the reason in a scheduler. */
    @Test
    void aHealthThatIsDownAtOneLookAloneIsNoIncident() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        try (GmpScheduler scheduler = Schedulers.direct(1).build();
                IncidentWatch watch = FrequentWatch.of(
                        scheduler,
                        folder(),
                        HOUR,
                        Duration.ZERO,
                        () -> looks.incrementAndGet() % 2 == 0 ? "down" : null)) {
            watch.start();
            await().until(() -> looks.get() >= 5);
            assertThat(folder().list()).isEmpty();
        }
    }

    @Test
    void aHealthThatGoesDownBesideAHighLatency() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        try (GmpScheduler scheduler = patient(1).build();
                IncidentWatch watch = watch(scheduler, Duration.ofSeconds(1), Duration.ofMillis(1))) {
            for (int i = 0; i < 50; i++) {
                scheduler.execute(new Chain(scheduler, ended));
            }
            awaitOne(IncidentCause.LATENCY);
            health.set("cut off");
            await().until(() -> causes().contains(IncidentCause.HEALTH_DOWN));
            ended.set(true);
        } finally {
            ended.set(true);
        }
    }

    /** It is not asked for during a stall. */
    @Test
    void aHealthThatStaysDownOverAStall() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(2)
                .maxMachines(2)
                .stallAfter(Duration.ofSeconds(1))
                .build()) {
            blockTwoMachines(scheduler);
            try (IncidentWatch watch = watch(scheduler, Duration.ofSeconds(1), Duration.ZERO)) {
                health.set("cut off");
                awaitOne(IncidentCause.HEALTH_DOWN);
                scheduler.execute(this::blockHere);
                await().until(() -> causes().contains(IncidentCause.STALL));
                release.countDown();
                await().until(() -> !scheduler.snapshot().stalled());
                sleepFor(20);

                assertThat(watch.isRunning()).isTrue();
                assertThat(causes()).containsExactly(IncidentCause.STALL, IncidentCause.HEALTH_DOWN);
            }
        } finally {
            release.countDown();
        }
    }

    @Test
    void aSecondDeadlock() throws Exception {
        try (GmpScheduler scheduler =
                        patient(1).leakInterval(Duration.ofSeconds(1)).build();
                IncidentWatch watch = watch(scheduler, Duration.ofSeconds(1), Duration.ZERO)) {
            Future<?> first = waitingForItself(scheduler);
            awaitOne(IncidentCause.DEADLOCK);
            sleepFor(15); // another may be written from then on
            assertNoOther(watch);
            Future<?> second = waitingForItself(scheduler);

            await().until(() -> folder().list().size() == 2);
            assertThat(causes()).containsOnly(IncidentCause.DEADLOCK);
            first.cancel(true);
            second.cancel(true);
        }
    }

    /** The looks see one deadlock each time. */
    @Test
    void aDeadlockInThePlaceOfAnother() throws Exception {
        try (GmpScheduler scheduler =
                        patient(1).leakInterval(Duration.ofSeconds(3)).build();
                IncidentWatch watch = watch(scheduler, Duration.ofSeconds(1), Duration.ZERO)) {
            Future<?> first = waitingForItself(scheduler);
            awaitOne(IncidentCause.DEADLOCK);
            sleepFor(15); // another may be written from then on
            assertNoOther(watch);
            first.cancel(true);
            Future<?> second = waitingForItself(scheduler);

            await().until(() -> folder().list().size() == 2);
            assertThat(causes()).containsOnly(IncidentCause.DEADLOCK);
            second.cancel(true);
        }
    }

    @Test
    void whatLastsIsWrittenAfterTheInterval() throws Exception {
        try (GmpScheduler scheduler =
                        patient(1).leakInterval(Duration.ofSeconds(1)).build();
                IncidentWatch watch = watch(scheduler, Duration.ofSeconds(2), Duration.ZERO)) {
            Future<?> deadlocked = waitingForItself(scheduler);
            awaitOne(IncidentCause.DEADLOCK);
            health.set("down");

            await().until(() -> folder().list().size() == 2);
            List<IncidentFile> files = folder().list();
            assertThat(files)
                    .extracting(IncidentFile::cause)
                    .containsExactly(IncidentCause.HEALTH_DOWN, IncidentCause.DEADLOCK);
            assertThat(Duration.between(files.get(1).time(), files.get(0).time()))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            deadlocked.cancel(true);
        }
    }

    /** The second watch stands for that of an application that was started again. */
    @Test
    void theIntervalHoldsOverARestart() throws Exception {
        health.set("down");
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            try (IncidentWatch first = watch(scheduler, HOUR, Duration.ZERO)) {
                awaitOne(IncidentCause.HEALTH_DOWN);
                assertNoOther(first);
            }
            try (IncidentWatch second = watch(scheduler, HOUR, Duration.ZERO)) {
                assertNoOther(second);
            }
        }
    }
}
