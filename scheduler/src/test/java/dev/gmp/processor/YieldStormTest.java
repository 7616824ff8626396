package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.SchedulerCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** YIELD-1: what yields again and again comes after all that is new, until it does something else. */
class YieldStormTest {

    private static final int YIELDING = 50;
    private static final int NEW = 20;
    private static final int ROUNDS = 20;

    private final AtomicLong yields = new AtomicLong();
    private final AtomicBoolean stop = new AtomicBoolean();
    private GmpScheduler scheduler;

    @AfterEach
    void close() {
        stop.set(true);
        if (scheduler != null) {
            scheduler.close();
        }
    }

    /** On one processor one after the other runs, so yields can be counted. One slice in 61 is of those that come last. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void whatComesFromOutsideRunsBeforeAll(GoroutineMode kind) throws Exception {
        open(kind, 1);
        startStorm(YIELDING);
        for (int round = 0; round < ROUNDS; round++) {
            Queue<Long> seen = new ConcurrentLinkedQueue<>();
            CountDownLatch ran = new CountDownLatch(NEW);
            AtomicBoolean submitted = new AtomicBoolean();
            Future<Long> begin = scheduler.submit(() -> {
                Thread outside = new Thread(() -> {
                    for (int i = 0; i < NEW; i++) {
                        scheduler.execute(() -> {
                            seen.add(yields.get());
                            ran.countDown();
                        });
                    }
                    submitted.set(true);
                });
                outside.start();
                while (!submitted.get()) {
                    Thread.onSpinWait();
                }
                return yields.get();
            });
            long before = begin.get();
            ran.await();
            assertThat(seen).allSatisfy(count -> assertThat(count - before).isLessThanOrEqualTo(2));
        }
    }

    /** All of them wait for what only one that is new can do. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void whatEndsTheWaitRuns(GoroutineMode kind) throws Exception {
        open(kind, 2);
        List<Future<?>> storm = startStorm(YIELDING);
        scheduler.execute(() -> stop.set(true));
        for (Future<?> each : storm) {
            each.get();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void theFirstOfARowIsNoRepeatedOne(GoroutineMode kind) throws Exception {
        open(kind, 1);
        for (int i = 0; i < 3; i++) {
            scheduler.submit(() -> yieldTimes(4)).get();
        }
        assertYields(3, 9);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void aBlockingSectionEndsTheRow(GoroutineMode kind) throws Exception {
        open(kind, 1);
        scheduler
                .submit(() -> {
                    for (int i = 0; i < 10; i++) {
                        yieldTimes(1);
                        Goroutines.blocking(() -> null);
                    }
                    return null;
                })
                .get();
        assertYields(10, 0);
    }

    @Test
    void aParkEndsTheRow() throws Exception {
        open(GoroutineMode.VIRTUAL, 1);
        scheduler
                .submit(() -> {
                    for (int i = 0; i < 10; i++) {
                        Thread.yield();
                        LockSupport.parkNanos(1_000);
                    }
                })
                .get();
        assertYields(10, 0);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void whatIsAskedToGiveWayDoesNotYield(GoroutineMode kind) throws Exception {
        open(kind, 1);
        scheduler
                .submit(() -> {
                    for (int i = 0; i < 10; i++) {
                        scheduler.execute(() -> {});
                        Goroutines.yieldBetweenTasks();
                    }
                    yieldTimes(1);
                })
                .get();
        assertYields(1, 0);
    }

    private List<Future<?>> startStorm(int goroutines) {
        CountDownLatch inARow = new CountDownLatch(goroutines);
        List<Future<?>> storm = new ArrayList<>();
        for (int i = 0; i < goroutines; i++) {
            storm.add(scheduler.submit(() -> {
                yieldTimes(3);
                inARow.countDown();
                while (!stop.get()) {
                    yieldTimes(1);
                }
            }));
        }
        await().until(() -> inARow.getCount() == 0);
        return storm;
    }

    private void yieldTimes(int times) {
        for (int i = 0; i < times; i++) {
            yields.incrementAndGet();
            Goroutines.yield();
        }
    }

    private void assertYields(int first, int repeated) {
        SchedulerCounters counters = scheduler.snapshot().counters();
        assertThat(counters.firstYields()).isEqualTo(first);
        assertThat(counters.repeatedYields()).isEqualTo(repeated);
    }

    private void open(GoroutineMode kind, int procs) {
        assumeTrue(kind == GoroutineMode.DIRECT || VirtualThreads.available(), VirtualThreads::reason);
        scheduler = Unwatched.build(
                GmpScheduler.builder().goroutines(kind).maxProcs(procs).timeSlice(Duration.ofSeconds(10)));
    }
}
