package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code shutdownNow}: what has begun is interrupted, what has not is returned, nothing is both or neither. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class ShutdownNowContractTest {

    @Parameter
    GoroutineMode mode;

    @Test
    void exactlyThoseThatNeverBeganAreReturned() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        Set<Runnable> waiting = new HashSet<>();
        GmpScheduler scheduler = Unwatched.build(builder(2));
        try (Occupied occupied = new Occupied(scheduler)) {
            for (int i = 0; i < 700; i++) {
                Runnable task = new Counting(ran);
                waiting.add(task);
                scheduler.execute(task);
            }

            List<Runnable> returned = scheduler.shutdownNow();

            assertThat(returned).hasSize(700);
            assertThat(new HashSet<>(returned)).isEqualTo(waiting);
            assertThat(scheduler.isShutdown()).isTrue();
            assertThat(scheduler.isTerminated()).isFalse();
        }
        Schedulers.awaitTermination(scheduler);
        assertThat(ran).hasValue(0);
    }

    /** A slot of a ring keeps the goroutine that stood in it until it is used again. */
    @Test
    void whatWasReturnedIsNotKept() throws Exception {
        GmpScheduler scheduler = Unwatched.build(builder(1));
        List<WeakReference<Runnable>> tasks = new ArrayList<>();
        CountDownLatch submitted = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        scheduler.execute(() -> {
            for (int i = 0; i < 5; i++) {
                Runnable task = new Counting(new AtomicInteger());
                tasks.add(new WeakReference<>(task));
                scheduler.execute(task);
            }
            submitted.countDown();
            spinUntilZero(end);
        });
        submitted.await();
        assertThat(scheduler.shutdownNow()).hasSize(5);
        end.countDown();
        Schedulers.awaitTermination(scheduler);

        await().untilAsserted(() -> {
            System.gc();
            assertThat(tasks).allMatch(task -> task.get() == null);
        });
        Reference.reachabilityFence(scheduler);
    }

    /** Tasks wait in the global queue, in a ring, in runnext, and in the overflow of a ring. */
    @Test
    void tasksAreFoundInEveryQueue() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        AtomicReference<List<Runnable>> returned = new AtomicReference<>();
        GmpScheduler scheduler = Unwatched.build(builder(1), 8);
        CountDownLatch outside = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        scheduler.execute(() -> {
            begun.countDown();
            spinUntilZero(outside);
            for (int i = 0; i < 30; i++) {
                scheduler.execute(new Counting(ran));
            }
            returned.set(scheduler.shutdownNow());
        });
        begun.await();
        for (int i = 0; i < 20; i++) {
            scheduler.execute(new Counting(ran));
        }
        outside.countDown();
        Schedulers.awaitTermination(scheduler);

        assertThat(returned.get()).hasSize(50).doesNotHaveDuplicates();
        assertThat(ran).hasValue(0);
    }

    @Test
    void aFutureIsReturnedAsItselfAndNotCancelled() throws Exception {
        GmpScheduler scheduler = Unwatched.build(builder(1));
        List<Object> futures = new ArrayList<>();
        try (Occupied occupied = new Occupied(scheduler)) {
            Future<Integer> future = scheduler.submit(() -> 7);
            futures.add(future);

            List<Runnable> returned = scheduler.shutdownNow();

            assertThat(new ArrayList<Object>(returned)).isEqualTo(futures);
            assertThat(future.isDone()).isFalse();
            returned.get(0).run();
            assertThat(future.get()).isEqualTo(7);
        }
    }

    @Test
    void aChoiceOfThreadsThatThrowsLosesNoTask() throws Exception {
        GmpScheduler scheduler = Unwatched.build(builder(1));
        Bulkhead bulkhead = scheduler.bulkhead("one").maxGoroutines(1).build();
        List<Object> futures = new ArrayList<>();
        try (Occupied occupied = new Occupied(scheduler)) {
            for (int i = 0; i < 50; i++) {
                futures.add(scheduler.submit(() -> {}));
                futures.add(bulkhead.submit(() -> {}));
            }

            List<Runnable> returned = scheduler.shutdownNow(thread -> {
                throw new IllegalStateException("planned");
            });

            assertThat(new ArrayList<Object>(returned)).containsExactlyInAnyOrderElementsOf(futures);
        }
        Schedulers.awaitTermination(scheduler);
    }

    @Test
    void whatRunsIsInterrupted() throws Exception {
        int tasks = 4;
        CountDownLatch begun = new CountDownLatch(tasks);
        AtomicInteger interrupted = new AtomicInteger();
        GmpScheduler scheduler = builder(tasks).build();
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(() -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                }
            });
        }
        begun.await();

        assertThat(scheduler.shutdownNow()).isEmpty();

        Schedulers.awaitTermination(scheduler);
        assertThat(interrupted).hasValue(tasks);
    }

    @Test
    void aTaskThatCallsItIsInterruptedToo() {
        AtomicBoolean interrupted = new AtomicBoolean();
        GmpScheduler scheduler = builder(2).build();
        scheduler.execute(() -> {
            scheduler.shutdownNow();
            interrupted.set(Thread.currentThread().isInterrupted());
        });

        Schedulers.awaitTermination(scheduler);

        assertThat(interrupted).isTrue();
    }

    @Test
    void afterAShutdownItStillEmptiesTheQueues() throws Exception {
        GmpScheduler scheduler = Unwatched.build(builder(1));
        try (Occupied occupied = new Occupied(scheduler)) {
            scheduler.execute(() -> {});
            scheduler.shutdown();

            assertThat(scheduler.shutdownNow()).hasSize(1);
            assertThat(scheduler.shutdownNow()).isEmpty();
        }
        Schedulers.awaitTermination(scheduler);
    }

    private SchedulerBuilder builder(int procs) {
        return Schedulers.direct(procs).goroutines(mode);
    }

    private static void spinUntilZero(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    /** A task with an identity, unlike a lambda that holds nothing. */
    private static final class Counting implements Runnable {

        private final AtomicInteger ran;

        Counting(AtomicInteger ran) {
            this.ran = ran;
        }

        @Override
        public void run() {
            ran.incrementAndGet();
        }
    }
}
