package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.GoroutineTimes;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a goroutine is told about itself, and what is summed over all of them. */
class CurrentGoroutineTest {

    @Test
    void aPlainThreadIsToldThatItIsNoGoroutine() {
        assertThatThrownBy(Goroutines::current)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Goroutines.current needs a goroutine")
                .hasMessageContaining(Thread.currentThread().getName());
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aGoroutineKnowsItsSchedulerItsKindAndItsThread(GoroutineMode kind) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).goroutines(kind).build()) {
            scheduler
                    .submit(() -> assertThat(Goroutines.current())
                            .isEqualTo(new GoroutineInfo(
                                    "test", Thread.currentThread().getId(), 0, kind, false, Optional.empty())))
                    .get();
        }
    }

    @Test
    void aVirtualGoroutineKeepsItsIdAcrossParksAndSharesItWithNoOther() throws Exception {
        try (GmpScheduler scheduler = virtual(false)) {
            Future<Long> first = scheduler.submit(() -> {
                long id = Goroutines.current().threadId();
                Thread.sleep(1);
                assertThat(Goroutines.current().threadId()).isEqualTo(id);
                return id;
            });
            assertThat(scheduler.submit(() -> Goroutines.current().threadId()).get())
                    .isNotEqualTo(first.get());
        }
    }

    @Test
    void aClockedGoroutineKnowsWhereItsTimeWent() throws Exception {
        try (GmpScheduler scheduler = virtual(true)) {
            scheduler
                    .submit(() -> {
                        long outerStart = System.nanoTime();
                        GoroutineTimes first = Goroutines.current().times().orElseThrow();
                        long start = System.nanoTime();
                        computeFor(20);
                        do { // it does not wait if its time is over before it is off its machine
                            Thread.sleep(30);
                        } while (Goroutines.current()
                                .times()
                                .orElseThrow()
                                .waiting()
                                .isZero());
                        Goroutines.blocking(() -> {
                            computeFor(10);
                            return null;
                        });
                        long end = System.nanoTime();
                        GoroutineTimes times = Goroutines.current().times().orElseThrow();
                        long outerEnd = System.nanoTime();

                        assertThat(times.running()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
                        assertThat(times.waiting())
                                .isPositive(); // less than it slept: it had first to get off its machine
                        assertThat(times.syscall()).isGreaterThanOrEqualTo(Duration.ofMillis(10));
                        assertThat(sum(times).minus(sum(first)).toNanos())
                                .isBetween(end - start, outerEnd - outerStart);
                        return null;
                    })
                    .get();
        }
    }

    @Test
    void theTimeInTheQueueIsClocked() throws Exception {
        try (GmpScheduler scheduler = virtual(true)) {
            GoroutineTimes times = scheduler
                    .submit(() -> {
                        Future<GoroutineTimes> behind = scheduler.submit(
                                () -> Goroutines.current().times().orElseThrow());
                        computeFor(5);
                        return behind;
                    })
                    .get()
                    .get();
            assertThat(times.runnable()).isPositive();
        }
    }

    @Test
    void aThreadThatIsStartedLateHasNotWaitedBefore() throws Exception {
        try (GmpScheduler scheduler = virtual(true)) {
            GoroutineTimes[] seen = new GoroutineTimes[1];
            Thread thread = scheduler
                    .threadFactory()
                    .newThread(() -> seen[0] = Goroutines.current().times().orElseThrow());
            computeFor(50);
            long start = System.nanoTime();
            thread.start();
            thread.join();

            assertThat(seen[0].runnable()).isLessThanOrEqualTo(Duration.ofNanos(System.nanoTime() - start));
        }
    }

    @Test
    void theTimesOfAllAreAddedUp() throws Exception {
        try (GmpScheduler scheduler = virtual(false)) {
            CountDownLatch released = new CountDownLatch(1);
            for (int i = 0; i < 1_000; i++) {
                scheduler.execute(() -> Latches.await(released));
            }
            Schedulers.await(scheduler, now -> now.goroutines().waiting() == 1_000);
            // a second of waiting for each millisecond; running, however late they began, is soon far behind
            GoroutineTimes parked = Schedulers.await(
                            scheduler,
                            now -> now.times().waiting().compareTo(Duration.ofSeconds(60)) > 0
                                    && now.times()
                                                    .waiting()
                                                    .dividedBy(10)
                                                    .compareTo(now.times().running())
                                            > 0)
                    .times();

            Duration runBefore = parked.running();
            Future<?> busy = scheduler.submit(() -> computeFor(300));
            Schedulers.await(
                    scheduler, now -> now.times().running().minus(runBefore).compareTo(Duration.ofMillis(100)) > 0);
            busy.get();
            released.countDown();
        }
    }

    private static GmpScheduler virtual(boolean clocked) {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        return GmpScheduler.builder()
                .name("test")
                .maxProcs(1)
                .goroutines(GoroutineMode.VIRTUAL)
                .goroutineTimes(clocked)
                .build();
    }

    private static Duration sum(GoroutineTimes times) {
        return times.runnable().plus(times.running()).plus(times.waiting()).plus(times.syscall());
    }

    private static void computeFor(long millis) {
        long until = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
    }
}
