package dev.gmp.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.observe.BulkheadSnapshot;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Admission: limits, order, refusal, cancellation, what is measured. */
class BulkheadTest {

    private final GmpScheduler scheduler =
            Schedulers.direct(2).goroutines(GoroutineMode.AUTO).build();
    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void end() {
        gate.countDown();
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void parkedTasksKeepTheirSlots(GoroutineMode mode) {
        Bulkhead bulkhead =
                scheduler.bulkhead("db").goroutines(mode).maxGoroutines(3).build();
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < 8; i++) {
            bulkhead.execute(() -> {
                begun.incrementAndGet();
                Latches.await(gate);
            });
        }
        await().untilAsserted(() -> assertThat(begun).hasValue(3));
        assertThat(bulkhead.snapshot().live()).isEqualTo(3);
        assertThat(bulkhead.snapshot().queued()).isEqualTo(5);

        CountDownLatch others = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            scheduler.execute(others::countDown);
        }
        Latches.await(others);
        assertThat(begun).as("begun while three are parked").hasValue(3);

        gate.countDown();
        await().untilAsserted(() -> assertThat(begun).hasValue(8));
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void withOneSlotTasksRunOneAfterTheOtherInOrder(GoroutineMode mode) throws Exception {
        Bulkhead bulkhead =
                scheduler.bulkhead("serial").goroutines(mode).maxGoroutines(1).build();
        List<Integer> order = new ArrayList<>(); // unguarded: the slot orders the tasks, memory included
        for (int i = 0; i < 2_000; i++) {
            int number = i;
            bulkhead.execute(() -> order.add(number));
        }
        bulkhead.shutdown();
        assertThat(bulkhead.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(order).isEqualTo(IntStream.range(0, 2_000).boxed().toList());
    }

    @Test
    void refusesWithTheLimitAndHowFullItIs() {
        Bulkhead bulkhead =
                scheduler.bulkhead("db").maxGoroutines(2).queueCapacity(1).build();
        for (int i = 0; i < 3; i++) {
            bulkhead.execute(() -> Latches.await(gate));
        }
        assertThat(bulkhead.snapshot().isFull()).isTrue();
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> bulkhead.execute(() -> {}))
                .withMessageContaining("bulkhead 'db' of scheduler 'test'")
                .withMessageContaining("2 of 2 goroutines live (max-goroutines)")
                .withMessageContaining("1 of 1 tasks wait (queue-capacity)");
        assertThat(bulkhead.snapshot().rejections()).isEqualTo(1);
    }

    @Test
    void withoutAQueueATaskStartsAtOnceOrIsRefused() throws Exception {
        Bulkhead bulkhead =
                scheduler.bulkhead("db").maxGoroutines(1).queueCapacity(0).build();
        Future<?> first = bulkhead.submit(() -> Latches.await(gate));
        assertThatThrownBy(() -> bulkhead.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        gate.countDown();
        first.get();
        await().untilAsserted(() -> assertThat(bulkhead.snapshot().live()).isZero());
        assertThat(bulkhead.submit(() -> 7).get()).isEqualTo(7);
    }

    @Test
    void discardOldestCancelsTheOneThatHasWaitedLongest() throws Exception {
        Bulkhead bulkhead = scheduler
                .bulkhead("db")
                .maxGoroutines(1)
                .queueCapacity(2)
                .rejectionPolicy(RejectionPolicy.DISCARD_OLDEST)
                .build();
        bulkhead.execute(() -> Latches.await(gate));
        Future<Integer> oldest = bulkhead.submit(() -> 1);
        Future<Integer> second = bulkhead.submit(() -> 2);
        Future<Integer> third = bulkhead.submit(() -> 3);
        assertThat(oldest.isCancelled()).isTrue();
        gate.countDown();
        assertThat(second.get()).isEqualTo(2);
        assertThat(third.get()).isEqualTo(3);
        assertThat(bulkhead.snapshot().rejections()).isEqualTo(1);
        assertThat(bulkhead.snapshot().withdrawn()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aTaskThatThrowsGivesItsSlotBack(GoroutineMode mode) throws Exception {
        Bulkhead bulkhead =
                scheduler.bulkhead("db").goroutines(mode).maxGoroutines(1).build();
        for (int i = 0; i < 100; i++) {
            bulkhead.execute(() -> {
                throw new StackOverflowError("meant");
            });
        }
        assertThat(bulkhead.submit(() -> "alive").get()).isEqualTo("alive");
        await().dontCatchUncaughtExceptions()
                .untilAsserted(() -> assertThat(bulkhead.snapshot().live()).isZero());
        await().dontCatchUncaughtExceptions()
                .untilAsserted(() -> assertThat(scheduler.snapshot().counters().uncaughtExceptions())
                        .isEqualTo(100));
    }

    @Test
    void aFutureThatIsCancelledWhileItWaitsMakesRoomAtOnce() throws Exception {
        Bulkhead bulkhead =
                scheduler.bulkhead("db").maxGoroutines(1).queueCapacity(1).build();
        bulkhead.execute(() -> Latches.await(gate));
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 5; i++) {
            Future<?> waiting = bulkhead.submit(ran::incrementAndGet);
            assertThat(waiting.cancel(true)).isTrue();
            assertThat(bulkhead.snapshot().queued()).isZero();
        }
        Future<Integer> last = bulkhead.submit(() -> 7);
        gate.countDown();
        assertThat(last.get()).isEqualTo(7);
        assertThat(ran).hasValue(0);
        BulkheadSnapshot end = await().until(bulkhead::snapshot, now -> now.live() == 0);
        assertThat(end.withdrawn()).isEqualTo(5);
        assertThat(end.admitted()).isEqualTo(2);
        assertThat(end.completed()).isEqualTo(2);
    }

    @Test
    void aTaskThatWaitsCanBeRemoved() {
        Bulkhead bulkhead = scheduler.bulkhead("db").maxGoroutines(1).build();
        Runnable running = () -> Latches.await(gate);
        Runnable waiting = () -> {};
        bulkhead.execute(running);
        bulkhead.execute(waiting);
        assertThat(bulkhead.remove(running)).isFalse();
        assertThat(bulkhead.remove(waiting)).isTrue();
        assertThat(bulkhead.remove(waiting)).isFalse();
        assertThat(bulkhead.snapshot().queued()).isZero();
    }

    @Test
    void aFullSchedulerIsSaidToBeTheReason() throws Exception {
        GmpScheduler small =
                Unwatched.build(Schedulers.direct(1).queueCapacity(1).rejectionPolicy(RejectionPolicy.CALLER_RUNS));
        Bulkhead bulkhead = small.bulkhead("db").maxGoroutines(1).build();
        small.execute(() -> Latches.await(gate));
        await().until(() -> small.snapshot().goroutines().runnable() == 0);
        small.execute(() -> {});

        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> bulkhead.execute(() -> {}))
                .withMessageContaining("the scheduler has no room, 1 of 1 tasks wait (queue-capacity)");
        assertThat(bulkhead.snapshot().live()).isZero();

        gate.countDown();
        await().until(() -> small.snapshot().goroutines().runnable() == 0);
        assertThat(bulkhead.submit(() -> 7).get()).isEqualTo(7);
        small.close();
    }

    @Test
    void aSchedulerThatDiscardsABulkheadsTaskGivesItsSlotToTheNext() throws Exception {
        GmpScheduler small =
                Unwatched.build(Schedulers.direct(1).queueCapacity(2).rejectionPolicy(RejectionPolicy.DISCARD_OLDEST));
        Bulkhead bulkhead = small.bulkhead("db").maxGoroutines(1).build();
        small.execute(() -> Latches.await(gate));
        await().until(() -> small.snapshot().goroutines().runnable() == 0);
        Future<Integer> discarded = bulkhead.submit(() -> 1);
        Future<Integer> next = bulkhead.submit(() -> 2);
        small.execute(() -> {});
        Future<Integer> discarding = small.submit(() -> 3);

        assertThat(discarded.isCancelled()).isTrue();
        gate.countDown();
        assertThat(discarding.get()).isEqualTo(3);
        await().untilAsserted(() -> assertThat(next.isDone()).isTrue());
        await().untilAsserted(() -> assertThat(bulkhead.snapshot().live()).isZero());
        small.close();
    }

    @Test
    void measuresTheWaitAndCountsThoseThatDidNotWait() throws Exception {
        Bulkhead bulkhead = scheduler.bulkhead("db").maxGoroutines(1).build();
        List<Duration> heard = Collections.synchronizedList(new ArrayList<>());
        bulkhead.addListener(heard::add);
        bulkhead.addListener(waited -> {
            throw new IllegalStateException("meant");
        });
        bulkhead.execute(() -> Latches.await(gate));
        Future<?> waited = bulkhead.submit(() -> {});
        long least = 20_000_000;
        long since = System.nanoTime();
        await().until(() -> System.nanoTime() - since > least);
        gate.countDown();
        waited.get();

        assertThat(heard).hasSize(2).first().isEqualTo(Duration.ZERO);
        assertThat(heard.get(1)).isGreaterThan(Duration.ofNanos(least));
        BulkheadSnapshot end = bulkhead.snapshot();
        assertThat(end.admitted()).isEqualTo(2);
        assertThat(end.delayed()).isEqualTo(1);
        assertThat(end.admissionWait().samples()).isEqualTo(2);
        assertThat(end.admissionWait().counts()[0]).isEqualTo(1);
        assertThat(end.admissionWait().totalMicros()).isGreaterThanOrEqualTo(least / 1_000);
    }

    @Test
    void theSchedulersSnapshotShowsItUntilItHasEnded() {
        Bulkhead bulkhead =
                scheduler.bulkhead("db").maxGoroutines(7).queueCapacity(9).build();
        assertThat(scheduler.snapshot().bulkheads()).singleElement().satisfies(shown -> {
            assertThat(shown.name()).isEqualTo("db");
            assertThat(shown.scheduler()).isEqualTo("test");
            assertThat(shown.settings()).isEqualTo(bulkhead.config());
        });
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> scheduler.bulkhead("db").maxGoroutines(1).build())
                .withMessageContaining("'db'");
        bulkhead.close();
        assertThat(scheduler.snapshot().bulkheads()).isEmpty();
        scheduler.bulkhead("db").maxGoroutines(1).build().close();
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> scheduler.bulkhead(" ").maxGoroutines(1).build())
                .hasMessageContaining("name must be not blank");
        assertThatThrownBy(() -> scheduler.bulkhead("db").maxGoroutines(0).build())
                .hasMessage("max-goroutines must be at least 1, but was 0");
        assertThatThrownBy(() -> scheduler.bulkhead("db").queueCapacity(1).build())
                .hasMessage("max-goroutines must be at least 1, but was absent");
        assertThatThrownBy(() -> scheduler
                        .bulkhead("db")
                        .maxGoroutines(1)
                        .queueCapacity(-1)
                        .build())
                .hasMessage("queue-capacity must be at least 0, but was -1");
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCK", "CALLER_RUNS"})
    void policiesThatHoldTheSubmitterUpAreRefused(RejectionPolicy policy) {
        assertThatThrownBy(() -> scheduler
                        .bulkhead("db")
                        .maxGoroutines(1)
                        .rejectionPolicy(policy)
                        .build())
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("rejection-policy must be ABORT or DISCARD_OLDEST");
    }
}
