package dev.gmp.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.TimedParks;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.testkit.Schedulers;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Timed waits of the JDK's own classes end by the scheduler's timers; where no sysmon runs, nothing else would end them. */
class TimedParkTest {

    private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

    @BeforeEach
    void onlyWhereTheJdkLetsUs() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        assumeTrue(TimedParks.ofThisJvm((wake, nanos) -> null).available(), "this JDK ends timed parks elsewhere");
    }

    @Test
    void asManyTimersPendAsGoroutinesSleepAndNoneAfterwards() {
        List<Future<?>> sleeping = new ArrayList<>();
        try (GmpScheduler scheduler = open()) {
            for (int i = 0; i < 50; i++) {
                sleeping.add(scheduler.submit(() -> {
                    Thread.sleep(DAY_MILLIS);
                    return null;
                }));
            }
            Schedulers.await(scheduler, now -> now.timersPending() == 50);

            sleeping.forEach(sleeper -> sleeper.cancel(true));

            Schedulers.await(scheduler, now -> now.timersPending() == 0);
        }
    }

    @Test
    void anIdleSchedulerWakesForEachSleeper() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(virtual())) {
            for (int i = 0; i < 100; i++) {
                scheduler
                        .submit(() -> {
                            Thread.sleep(1);
                            return null;
                        })
                        .get();
            }
            assertThat(scheduler.snapshot().timersPending()).isZero();
        }
    }

    @Test
    void aPollEndsByItsTimeoutOrByWhatComes() throws Exception {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        try (GmpScheduler scheduler = Unwatched.build(virtual())) {
            assertThat(scheduler
                            .submit(() -> queue.poll(1, TimeUnit.MILLISECONDS))
                            .get())
                    .isNull();
            Future<String> polling = scheduler.submit(() -> queue.poll(1, TimeUnit.DAYS));
            Schedulers.await(scheduler, now -> now.timersPending() == 1);

            queue.add("came");

            assertThat(polling.get()).isEqualTo("came");
            Schedulers.await(scheduler, now -> now.timersPending() == 0);
        }
    }

    @Test
    void twoMeetWithTimeoutsUnderFire() throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        int rounds = 20_000;
        try (GmpScheduler scheduler = open()) {
            Future<Integer> taker = scheduler.submit(() -> {
                int taken = 0;
                while (taken < rounds) {
                    taken += queue.poll(10, TimeUnit.MICROSECONDS) == null ? 0 : 1;
                }
                return taken;
            });
            int offered = 0;
            while (offered < rounds) {
                offered += scheduler.submit(() -> offer(queue, rounds / 20)).get();
            }
            assertThat(taker.get()).isEqualTo(rounds);
            // The machine that takes the last one out may have to wait for a CPU before it counts that.
            await().until(() -> scheduler.snapshot().timersPending() == 0);
        }
    }

    @Test
    void aThreadThatAGoroutineStartsSleepsByTimersThatOutliveTheScheduler() throws Exception {
        try (GmpScheduler scheduler = open()) {
            AtomicBoolean done = new AtomicBoolean();
            Thread child = scheduler
                    .submit(() -> startedByItself(() -> {
                        LockSupport.parkNanos(1_000_000);
                        while (!done.get()) { // a park may end for no reason
                            LockSupport.parkNanos(Long.MAX_VALUE);
                        }
                    }))
                    .get();
            await().untilAsserted(() -> {
                assertThat(child.getState()).isEqualTo(Thread.State.TIMED_WAITING);
                assertThat(scheduler.snapshot().goroutines()).isEqualTo(new GoroutineCounts(0, 0, 1, 0));
            });
            assertThat(scheduler.snapshot().timersPending()).isZero();
            done.set(true);
            LockSupport.unpark(child);
            child.join();
        }
    }

    @Test
    void aGoroutineThatSleepsAfterShutdownIsWokenBeforeTheSchedulerEnds() throws Exception {
        CountDownLatch shutDown = new CountDownLatch(1);
        GmpScheduler scheduler = open();
        Future<String> sleeper = scheduler.submit(() -> {
            shutDown.await();
            Thread.sleep(20);
            return "woken";
        });
        scheduler.shutdown();
        shutDown.countDown();
        Schedulers.awaitTermination(scheduler);
        assertThat(sleeper.get()).isEqualTo("woken");
    }

    @Test
    void shutdownNowInterruptsSleepers() {
        GmpScheduler scheduler = open();
        Future<?> sleeper = scheduler.submit(() -> {
            Thread.sleep(DAY_MILLIS);
            return null;
        });
        Schedulers.await(scheduler, now -> now.timersPending() == 1);
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
        assertThatThrownBy(sleeper::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void aWaitThatEndedBeforeItsTimeKeepsNoThread() throws Exception {
        try (GmpScheduler scheduler = open()) {
            WeakReference<Thread> ended = endBeforeItsTime(scheduler);
            await().atMost(Duration.ofSeconds(100)).until(() -> {
                System.gc();
                return ended.get() == null;
            });
        }
    }

    private static WeakReference<Thread> endBeforeItsTime(GmpScheduler scheduler) throws Exception {
        Thread thread = scheduler.threadFactory().newThread(() -> LockSupport.parkNanos(Long.MAX_VALUE));
        thread.start();
        Schedulers.await(scheduler, now -> now.timersPending() == 1);
        LockSupport.unpark(thread);
        thread.join();
        return new WeakReference<>(thread);
    }

    private static Thread startedByItself(Runnable body) throws ReflectiveOperationException {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
    }

    private static int offer(SynchronousQueue<Integer> queue, int count) throws InterruptedException {
        int offered = 0;
        while (offered < count) {
            offered += queue.offer(offered, 10, TimeUnit.MICROSECONDS) ? 1 : 0;
        }
        return offered;
    }

    private static GmpScheduler open() {
        return virtual().build();
    }

    private static SchedulerBuilder virtual() {
        return GmpScheduler.builder().maxProcs(2).goroutines(GoroutineMode.VIRTUAL);
    }
}
