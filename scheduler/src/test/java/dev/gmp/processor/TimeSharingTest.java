package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.MachineCounters;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.SchedulerCounters;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goroutines that compute without end. Every test would hang if they kept their processors. */
class TimeSharingTest {

    private final AtomicBoolean stop = new AtomicBoolean();
    private GmpScheduler scheduler;

    @AfterEach
    void close() {
        stop.set(true);
        if (scheduler != null) {
            scheduler.close();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void shortTasksPassHogs(GoroutineMode kind) throws Exception {
        open(kind, 2);
        CountDownLatch hogging = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            scheduler.execute(() -> {
                hogging.countDown();
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        hogging.await();
        for (int i = 0; i < 50; i++) {
            assertThat(scheduler.submit(() -> 1).get()).isEqualTo(1);
        }
        assertThat(turns()).isGreaterThanOrEqualTo(2);
        await().until(() -> scheduler.snapshot().machineCounts().overtime() == 4);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void hogsThatCheckTakeTurnsOnOneProcessor(GoroutineMode kind) throws Exception {
        open(kind, 1);
        int hogs = 3;
        AtomicLong[] rounds = new AtomicLong[hogs];
        for (int i = 0; i < hogs; i++) {
            AtomicLong mine = rounds[i] = new AtomicLong();
            scheduler.execute(() -> {
                while (!stop.get()) {
                    mine.incrementAndGet();
                    Goroutines.checkpoint();
                }
            });
        }
        await().until(() -> scheduler.snapshot().counters().cooperativePreemptions() > 10);
        await().until(() -> Stream.of(rounds).allMatch(each -> each.get() > 0));
    }

    /** Without that, each short task would wait for a slice of every hog before it. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void hogsThatGiveWayComeAfterAllOthers(GoroutineMode kind) throws Exception {
        open(kind, 1);
        int hogs = 10;
        int tasks = 40;
        CountDownLatch hogging = new CountDownLatch(hogs);
        for (int i = 0; i < hogs; i++) {
            scheduler.execute(() -> {
                hogging.countDown();
                while (!stop.get()) {
                    Goroutines.checkpoint();
                }
            });
        }
        hogging.await();
        long waited = 0;
        for (int i = 0; i < tasks; i++) {
            Future<Long> begun = scheduler.submit(this::turns);
            long submitted = turns(); // later than the submission, so the difference is never too large
            waited += Math.max(0, begun.get() - submitted);
        }
        assertThat(waited).isLessThan(tasks * hogs / 2);
    }

    /** With such slices, six hundred tasks that each waited for one would take longer than the test may. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void oneThatHasUsedUpItsSliceGivesWayAsSoonAsWorkComes(GoroutineMode kind) throws Exception {
        open(kind, 1, Duration.ofMillis(500));
        for (int i = 0; i < 4; i++) {
            scheduler.execute(() -> {
                while (!stop.get()) {
                    Goroutines.checkpoint();
                }
            });
        }
        await().until(() -> turns() >= 4);
        for (int i = 0; i < 600; i++) {
            assertThat(scheduler.submit(() -> 1).get()).isEqualTo(1);
        }
    }

    /** As the requests of one connection do. One that comes after all others has one slice in 61. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void aTaskThatFollowsALongOneOnItsGoroutineWaitsItsTurnAsANewOneDoes(GoroutineMode kind) throws Exception {
        scheduler = Unwatched.build(builder(kind, 1, Duration.ofSeconds(10)));
        int times = 10;
        AtomicLong passed = new AtomicLong();
        for (int i = 0; i < times; i++) {
            AtomicBoolean isBack = new AtomicBoolean();
            scheduler
                    .submit(() -> {
                        scheduler.execute(() -> {
                            while (!isBack.get() && !stop.get()) {
                                passed.incrementAndGet();
                                Goroutines.yield();
                            }
                        });
                        (MachineThreads.current()).requestPreemption(true); // as sysmon does after a slice
                        Goroutines.nextTask();
                        isBack.set(true);
                    })
                    .get();
        }
        assertThat(passed).hasPositiveValue().hasValueLessThan(8 * times);
    }

    /** So that sysmon can tell short tasks one after the other from a long one. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void eachNextTaskIsCounted(GoroutineMode kind) throws Exception {
        // Where sysmon took the processor, the goroutine would go on on another machine, which has counted nothing.
        scheduler = Unwatched.build(builder(kind, 1, Duration.ofMillis(2)));
        int counted = scheduler
                .submit(() -> {
                    MachineCounters counters = (MachineThreads.current()).counters();
                    int before = counters.estimatedNextTasks();
                    Goroutines.checkpoint();
                    Goroutines.nextTask();
                    return counters.estimatedNextTasks() - before;
                })
                .get();
        assertThat(counted).isEqualTo(1);
    }

    /** Slices that were used up. Where the machine is busy, hogs answer too late, or seem to block. */
    private long turns() {
        SchedulerCounters counters = scheduler.snapshot().counters();
        return counters.cooperativePreemptions() + counters.handoffPreemptions() + counters.handoffs();
    }

    /** Short tasks that never cease do not keep a hog from ever having a slice again. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void aStreamOfShortTasksDoesNotStarveHogs(GoroutineMode kind) throws Exception {
        open(kind, 1);
        for (int i = 0; i < 100; i++) {
            scheduler.execute(this::readyAgain);
        }
        CountDownLatch slices = new CountDownLatch(20);
        scheduler.execute(() -> {
            while (!stop.get()) {
                long turns = turns();
                while (turns == turns() && !stop.get()) {
                    Goroutines.checkpoint();
                }
                slices.countDown();
            }
        });
        slices.await();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void aPairThatReadiesEachOtherDoesNotKeepOthersOut(GoroutineMode kind) throws Exception {
        open(kind, 1);
        scheduler.execute(this::readyAgain);
        scheduler.execute(this::readyAgain);

        for (int i = 0; i < 50; i++) {
            assertThat(scheduler.submit(() -> 1).get()).isEqualTo(1);
        }
    }

    private void readyAgain() {
        if (!stop.get()) {
            scheduler.execute(this::readyAgain);
        }
    }

    private void open(GoroutineMode kind, int procs) {
        open(kind, procs, Duration.ofMillis(2));
    }

    private void open(GoroutineMode kind, int procs, Duration timeSlice) {
        scheduler = builder(kind, procs, timeSlice).build();
    }

    private static SchedulerBuilder builder(GoroutineMode kind, int procs, Duration timeSlice) {
        assumeTrue(kind == GoroutineMode.DIRECT || VirtualThreads.available(), VirtualThreads::reason);
        return GmpScheduler.builder().maxProcs(procs).goroutines(kind).timeSlice(timeSlice);
    }
}
