package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Probed;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.testkit.Modes;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What kinds of tasks cost, in known workloads. */
class TaskKindsTest {

    private static final String MODES = "dev.gmp.testkit.Modes#available";
    private static final Duration LONG = Duration.ofSeconds(60);

    private final AtomicBoolean stop = new AtomicBoolean();

    /** Ten of eleven blocks of 64 have one that is timed, and each has waited for as long as the gate was closed. */
    @ParameterizedTest
    @MethodSource(MODES)
    void theWaitInTheQueueIsThatOfAll(GoroutineMode mode) throws Exception {
        try (GmpScheduler scheduler = quiet(mode)) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch gate = new CountDownLatch(1);
            scheduler.direct().execute(() -> {
                begun.countDown();
                awaitOpen(gate);
            });
            begun.await();
            CountDownLatch done = new CountDownLatch(704);
            for (int i = 0; i < 704; i++) {
                scheduler.execute(new Counting(done));
            }
            long before = System.nanoTime();
            Thread.sleep(30);
            long closed = System.nanoTime() - before;
            gate.countDown();
            done.await();
            Schedulers.awaitIdle(scheduler);
            TaskKindSnapshot kind = awaitKind(scheduler, Counting.class, now -> true);

            assertThat(kind.waiting().toNanos()).isGreaterThanOrEqualTo(640 * (closed - 1_000_000));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void theTimeOfATaskWithALabelCountsForTheLabel(GoroutineMode mode) throws Exception {
        try (GmpScheduler scheduler = quiet(mode)) {
            CountDownLatch done = new CountDownLatch(704);
            scheduler.execute(() -> {
                Goroutines.label("route", "GET /a");
                for (int i = 0; i < 704; i++) {
                    scheduler.execute(new Counting(done));
                }
            });
            done.await();
            Schedulers.awaitIdle(scheduler);

            assertThat(scheduler.taskKinds())
                    .extracting(TaskKindSnapshot::name)
                    .contains("GET /a")
                    .doesNotContain(Counting.class.getName());
        }
    }

    /** Each has the processor for a slice in turn, and keeps its thread while it waits for that. */
    @Test
    void aDirectTaskThatWaitsForItsTurnWaits() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).build();
                AutoCloseable ending = () -> stop.set(true)) {
            for (int i = 0; i < 5; i++) {
                scheduler.execute(new GivingWay());
            }

            awaitKind(scheduler, GivingWay.class, now -> now.waiting().toMillis() >= 500);
        }
    }

    /** The monitor has slept before, and has seen nothing meanwhile. */
    @ParameterizedTest
    @MethodSource(MODES)
    void aTaskThatComputesForLongIsOnAProcessorOnce(GoroutineMode mode) {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(mode).build();
                AutoCloseable ending = () -> stop.set(true)) {
            scheduler.submit(() -> {}).get();
            Schedulers.awaitThatTheMonitorSleeps();
            Thread.sleep(500);
            long before = System.nanoTime();
            scheduler.execute(new Computing());

            TaskKindSnapshot kind =
                    awaitKind(scheduler, Computing.class, now -> now.running().toMillis() >= 200);
            assertThat(kind.running().toNanos()).isLessThanOrEqualTo(System.nanoTime() - before);
            if (scheduler.snapshot().counters().handoffs() == 0) { // else it seemed to block for want of a CPU
                assertThat(kind.blocked()).isZero();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void aTaskThatHoldsItsThreadIsBlocked(GoroutineMode mode) {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(mode).build();
                AutoCloseable ending = () -> stop.set(true)) {
            scheduler.execute(new Blocking());

            awaitKind(scheduler, Blocking.class, now -> now.blocked().toMillis() >= 200);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** It parks, so that no machine has it meanwhile. A unit of the clock may be missed at both ends. */
    @Test
    void aVirtualGoroutineThatWaitsIsBlocked() throws Exception {
        Assumptions.assumeTrue(Modes.available().anyMatch(mode -> mode == GoroutineMode.VIRTUAL), "JDK 21");
        long before = System.nanoTime(); // the clock may stand where it stood when the scheduler was made
        try (GmpScheduler scheduler =
                Schedulers.direct(1).goroutines(GoroutineMode.VIRTUAL).build()) {
            Waiting task = new Waiting();
            Future<?> result = scheduler.submit(task);
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> task.thread != null && task.thread.getState() == Thread.State.WAITING);
            long parked = System.nanoTime();
            Thread.sleep(300);
            long waited = System.nanoTime() - parked;
            task.gate.countDown();
            result.get();
            long elapsed = System.nanoTime() - before;
            long unit = 1 << 24;

            TaskKindSnapshot kind = awaitKind(scheduler, Waiting.class, now -> true);
            assertThat(kind.blocked().toNanos()).isBetween(waited - 3 * unit, elapsed + 2 * unit);
        }
    }

    /** The counters of the scheduler are others than those of kinds. */
    @ParameterizedTest
    @MethodSource(MODES)
    void eachPreemptionCountsForItsKind(GoroutineMode mode) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(mode).build();
                AutoCloseable ending = () -> stop.set(true)) {
            scheduler.execute(new Computing());
            scheduler.execute(new GivingWay());
            awaitLoss(scheduler, 0);
            awaitKind(scheduler, GivingWay.class, now -> now.preemptions() > 3);
            stop.set(true);
            Schedulers.awaitIdle(scheduler);

            SchedulerCounters counters = scheduler.snapshot().counters();
            assertThat(scheduler.taskKinds().stream()
                            .mapToLong(TaskKindSnapshot::preemptions)
                            .sum())
                    .isEqualTo(counters.cooperativePreemptions() + counters.handoffPreemptions());
        }
    }

    /** It was asked to give way, lost its processor, and gives way then. */
    @ParameterizedTest
    @MethodSource(MODES)
    void aPreemptionThatIsAnsweredTooLateCountsOnce(GoroutineMode mode) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(mode).build();
                AutoCloseable ending = () -> stop.set(true)) {
            SchedulerCounters counters = scheduler.snapshot().counters();
            while (counters.handoffPreemptions() == 0) {
                stop.set(false);
                scheduler.execute(new AnsweringLate());
                awaitLoss(scheduler, counters.handoffs());
                stop.set(true);
                Schedulers.awaitIdle(scheduler);
                counters = scheduler.snapshot().counters();
            }

            assertThat(counters.cooperativePreemptions()).isZero();
            assertThat(counters.handoffPreemptions()).isOne();
            assertThat(awaitKind(scheduler, AnsweringLate.class, now -> true).preemptions())
                    .isOne();
        }
    }

    /** Sysmon counts the lost processor when the task that had it has ended. */
    @ParameterizedTest
    @MethodSource(MODES)
    void aPreemptionCountsForATaskThatHasEndedMeanwhile(GoroutineMode mode) throws Exception {
        AtomicBoolean preempted = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        Probe untilItEnds = (event, machine, a, b, goroutine, detail) -> {
            if (event == Probe.Event.PREEMPTED) {
                preempted.set(true);
                stop.set(true);
                awaitOpen(ended);
            } else if (event == Probe.Event.HANDED_OFF) {
                stop.set(true);
            }
        };
        try (GmpScheduler scheduler = Probed.build(Schedulers.direct(1).goroutines(mode), untilItEnds)) {
            while (!preempted.get()) {
                stop.set(false);
                scheduler.submit(new Computing()).get();
            }
            ended.countDown();
            scheduler.submit(() -> {}).get(); // with the processor that sysmon has given back

            assertThat(awaitKind(scheduler, Computing.class, now -> true).preemptions())
                    .isOne();
        }
    }

    /** By preemption, or because it seems to stand still, as on a busy machine. */
    private static void awaitLoss(GmpScheduler scheduler, long handoffsBefore) {
        Schedulers.await(
                scheduler,
                now -> now.counters().handoffPreemptions() > 0 || now.counters().handoffs() > handoffsBefore);
    }

    /** Without sysmon: only failures and samples count. */
    private static GmpScheduler quiet(GoroutineMode mode) {
        return Unwatched.build(Schedulers.direct(1).goroutines(mode));
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static TaskKindSnapshot awaitKind(
            GmpScheduler scheduler, Class<?> task, Predicate<TaskKindSnapshot> condition) {
        return Awaitility.await()
                .atMost(LONG)
                .until(() -> kind(scheduler, task), now -> now != null && condition.test(now));
    }

    private static @Nullable TaskKindSnapshot kind(GmpScheduler scheduler, Class<?> task) {
        return scheduler.taskKinds().stream()
                .filter(kind -> kind.name().equals(task.getName()))
                .findFirst()
                .orElse(null);
    }

    private record Counting(CountDownLatch done) implements Runnable {
        @Override
        public void run() {
            done.countDown();
        }
    }

    private final class Computing implements Runnable {
        @Override
        public void run() {
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        }
    }

    private final class AnsweringLate implements Runnable {
        @Override
        public void run() {
            while (!stop.get()) {
                Thread.onSpinWait();
            }
            Goroutines.checkpoint();
        }
    }

    private final class GivingWay implements Runnable {
        @Override
        public void run() {
            while (!stop.get()) {
                Goroutines.checkpoint();
            }
        }
    }

    private final class Blocking implements Runnable {
        @Override
        public void run() {
            try {
                Goroutines.blocking(() -> {
                    while (!stop.get()) {
                        Thread.sleep(1);
                    }
                    return null;
                });
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    private static final class Waiting implements Runnable {

        final CountDownLatch gate = new CountDownLatch(1);
        volatile @Nullable Thread thread;

        @Override
        public void run() {
            thread = Thread.currentThread();
            awaitOpen(gate);
        }
    }
}
