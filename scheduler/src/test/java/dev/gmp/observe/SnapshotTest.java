package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.SchedulerSnapshot.Phase;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A snapshot says exactly what a quiet scheduler does and has done. */
class SnapshotTest {

    @Test
    void ofASchedulerThatHasDoneNothing() {
        try (GmpScheduler scheduler = Schedulers.direct(3).name("orders").build()) {
            SchedulerSnapshot snapshot = scheduler.snapshot();

            assertThat(snapshot.name()).isEqualTo("orders");
            assertThat(snapshot.phase()).isEqualTo(Phase.RUNNING);
            assertThat(snapshot.procs()).isEqualTo(3);
            assertThat(snapshot.idleProcs()).isEqualTo(3);
            assertThat(snapshot.spinningMachines()).isZero();
            assertThat(snapshot.machineCounts().total()).isZero();
            assertThat(snapshot.runQueueDepth()).isZero();
            assertThat(snapshot.goroutines().live()).isZero();
            assertThat(snapshot.processors())
                    .allMatch(ProcessorSnapshot::idle)
                    .extracting(ProcessorSnapshot::id)
                    .containsExactly(0, 1, 2);
            assertThat(snapshot.settings()).isEqualTo(scheduler.config());
            assertThat(snapshot.uptime()).isPositive();
        }
    }

    @Test
    void workFromOutsideWaitsInTheGlobalQueue() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1));
                Occupied occupied = new Occupied(scheduler)) {
            for (int i = 0; i < 300; i++) {
                scheduler.execute(() -> {});
            }

            SchedulerSnapshot snapshot = scheduler.snapshot();

            assertThat(snapshot.globalQueueDepth()).isEqualTo(300);
            assertThat(snapshot.runQueueDepth()).isEqualTo(300);
            assertThat(snapshot.goroutines().runnable()).isEqualTo(300);
            assertThat(snapshot.goroutines().running()).isEqualTo(1);
            assertThat(snapshot.goroutines().live()).isEqualTo(301);
            assertThat(snapshot.counters().created()).isEqualTo(301);
            assertThat(snapshot.counters().completed()).isZero();
            assertThat(snapshot.idleProcs()).isZero();
            assertThat(snapshot.machineCounts().running()).isEqualTo(1);
        }
    }

    /** Of those that wait for a turn, the queue's capacity bounds the ones that have not begun and are no idle work. */
    @Test
    void whatWaitsForItsFirstRunIsCountedAsTheLimitCountsIt() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).queueCapacity(3));
                Occupied occupied = new Occupied(scheduler)) {
            scheduler.execute(() -> {});
            scheduler.execute(() -> {});
            for (int i = 0; i < 5; i++) {
                scheduler.executeIdle(() -> {});
            }

            SchedulerSnapshot snapshot = scheduler.snapshot();

            assertThat(snapshot.queued()).hasValue(2);
            assertThat(snapshot.idleQueued()).isEqualTo(5);
            assertThat(snapshot.goroutines().runnable()).isEqualTo(7);
        }
    }

    @Test
    void withoutALimitTasksThatWaitForTheirFirstRunAreNotCounted() {
        try (GmpScheduler scheduler = Schedulers.direct(1).build()) {
            assertThat(scheduler.snapshot().queued()).isEmpty();
            assertThat(scheduler.snapshot().idleQueued()).isZero();
        }
    }

    @Test
    void workFromInsideWaitsInRunnextTheRingAndTheOverflow() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            AtomicReference<SchedulerSnapshot> few = new AtomicReference<>();
            AtomicReference<SchedulerSnapshot> full = new AtomicReference<>();
            AtomicReference<SchedulerSnapshot> over = new AtomicReference<>();
            scheduler
                    .submit(() -> {
                        spawn(scheduler, 10);
                        few.set(scheduler.snapshot());
                        spawn(scheduler, 247); // runnext and a ring of 256
                        full.set(scheduler.snapshot());
                        spawn(scheduler, 1);
                        over.set(scheduler.snapshot());
                    })
                    .get();

            assertThat(depth(few)).isEqualTo(10);
            assertThat(few.get().globalQueueDepth()).isZero();
            assertThat(depth(full)).isEqualTo(257);
            assertThat(full.get().globalQueueDepth()).isZero();
            assertThat(full.get().counters().runQueueOverflows()).isZero();
            assertThat(depth(over)).isEqualTo(129);
            assertThat(over.get().globalQueueDepth()).isEqualTo(129);
            assertThat(over.get().counters().runQueueOverflows()).isEqualTo(1);
        }
    }

    @Test
    void whatHasBeenDoneIsCountedExactly() throws Exception {
        GmpScheduler scheduler = Schedulers.direct(2).build();
        for (int i = 0; i < 100; i++) {
            scheduler.submit(() -> spawn(scheduler, 10)).get();
        }
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);

        SchedulerCounters counters = scheduler.snapshot().counters();

        assertThat(counters.created()).isEqualTo(1_100);
        assertThat(counters.completed()).isEqualTo(1_100);
        assertThat(counters.machinesEnded()).isEqualTo(counters.machinesCreated());
        assertThat(scheduler.snapshot().phase()).isEqualTo(Phase.TERMINATED);
        assertThat(scheduler.snapshot().goroutines().live()).isZero();
    }

    /** Where the last task ends before it is counted out, its time would go on for ever. */
    @Test
    void timesEndWithTheScheduler() throws Exception {
        GmpScheduler scheduler = Schedulers.direct(1).build();
        scheduler
                .submit(() -> {
                    while (scheduler.snapshot().times().running().isZero()) {
                        Thread.onSpinWait();
                    }
                })
                .get();
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);

        GoroutineTimes times = scheduler.snapshot().times();

        assertThat(times.running()).isPositive();
        for (int i = 0; i < 100; i++) {
            assertThat(scheduler.snapshot().times()).isEqualTo(times);
        }
    }

    /** One processor holds the work of both: the other steals half of its ring, and nothing else moves. */
    @Test
    void aStealIsCountedWithWhatItMoved() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(2))) {
            CountDownLatch stolen = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            scheduler.execute(() -> {
                scheduler.execute(() -> holdUntil(stolen, release));
                scheduler.execute(() -> {});
                holdUntil(new CountDownLatch(1), release);
            });
            boolean hasStolen = stolen.await(60, TimeUnit.SECONDS);
            SchedulerCounters counters = scheduler.snapshot().counters();
            release.countDown();

            assertThat(hasStolen).isTrue();
            assertThat(counters.steals()).isBetween(1L, 2L); // both, if the first was seen before the second was there
            assertThat(counters.stolenGoroutines()).isEqualTo(counters.steals());
        }
    }

    @Test
    void aMachineSaysWhatItRuns() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).name("orders"));
                Occupied occupied = new Occupied(scheduler)) {
            MachineSnapshot machine = scheduler.snapshot().machines().get(0);

            assertThat(machine.threadName()).isEqualTo("gmp-orders-m0");
            assertThat(machine.state()).isEqualTo(MachineSnapshot.State.RUNNING);
            assertThat(machine.processor()).isZero();
            assertThat(machine.running()).startsWith(Occupied.class.getName());
            assertThat(scheduler.snapshot().processors().get(0).machine()).isEqualTo(machine.id());
        }
    }

    @Test
    void oneInSixtyFourIsTimed() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            scheduler.submit(() -> spawn(scheduler, 6_400)).get();
            Schedulers.awaitIdle(scheduler);

            assertThat(scheduler.snapshot().schedulingLatency().samples()).isEqualTo(101);
        }
    }

    /** It is read beside everything that changes it; the sums agree when all has ended. */
    @Test
    void oneTakenWhileEverythingMovesIsStillSound() throws Exception {
        GmpScheduler scheduler =
                Schedulers.direct(3).goroutines(GoroutineMode.AUTO).build();
        long[] lastCompleted = new long[1];
        Together.untilFirstEnds(
                () -> {
                    for (int i = 0; i < 3_000; i++) {
                        scheduler.execute(() -> spawn(scheduler, 3));
                    }
                },
                () -> {
                    SchedulerSnapshot now = scheduler.snapshot();
                    assertThat(now.counters().completed())
                            .isGreaterThanOrEqualTo(lastCompleted[0])
                            .isLessThanOrEqualTo(now.counters().created());
                    assertThat(now.idleProcs()).isBetween(0, 3);
                    assertThat(now.spinningMachines()).isBetween(0, 3);
                    assertThat(now.processors()).hasSize(3).allMatch(p -> p.runQueueDepth() >= 0);
                    assertThat(now.goroutines().waiting()).isNotNegative();
                    lastCompleted[0] = now.counters().completed();
                });
        SchedulerSnapshot end = Schedulers.awaitIdle(scheduler);
        scheduler.close();

        assertThat(end.counters().created()).isEqualTo(12_000);
        assertThat(end.counters().completed()).isEqualTo(12_000);
    }

    private static int depth(AtomicReference<SchedulerSnapshot> snapshot) {
        return snapshot.get().processors().get(0).runQueueDepth();
    }

    private static void spawn(GmpScheduler scheduler, int count) {
        for (int i = 0; i < count; i++) {
            scheduler.execute(() -> {});
        }
    }

    private static void holdUntil(CountDownLatch begun, CountDownLatch release) {
        begun.countDown();
        while (release.getCount() > 0) {
            Thread.onSpinWait();
        }
    }
}
