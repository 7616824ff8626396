package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.GoroutineExit;
import dev.gmp.testkit.DefaultVirtualThreads;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Go: runtime.Goexit. Whichever way a goroutine came to be, it ends there, and no failure is told. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class GoroutineExitTest {

    @Parameter
    GoroutineMode mode;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    private GmpScheduler scheduler;

    @BeforeEach
    void open() {
        scheduler = Schedulers.direct(1).goroutines(mode).build();
    }

    @AfterEach
    void close() {
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
    }

    @Test
    void anExecutedTaskEndsThereAndCountsAsCompleted() {
        scheduler.execute(this::exitFromWithin);
        scheduler.close();

        assertThat(events).containsExactly("begins", "finally");
        assertThat(uncaught).isEmpty();
        assertThat(scheduler.snapshot().counters().uncaughtExceptions()).isZero();
        assertThat(scheduler.snapshot().counters().completed()).isEqualTo(1);
    }

    @Test
    void aTaskOfIdlePriorityEndsThere() {
        scheduler.executeIdle(this::exitFromWithin);
        scheduler.close();

        assertThat(events).containsExactly("begins", "finally");
        assertThat(uncaught).isEmpty();
    }

    @Test
    void theFutureIsCancelledAndSaysWhy() {
        assertCancelledWithReason(scheduler.submit(this::exitFromWithin));
        assertCancelledWithReason(scheduler.submit(() -> {
            exitFromWithin();
            return 42;
        }));
        assertCancelledWithReason(scheduler.schedule(this::exitFromWithin, 1, TimeUnit.MILLISECONDS));
    }

    @Test
    void aPeriodicTaskEndsForGood() {
        ScheduledFuture<?> task = scheduler.scheduleWithFixedDelay(this::exitFromWithin, 0, 1, TimeUnit.NANOSECONDS);

        assertCancelledWithReason(task);
        scheduler.close();
        assertThat(events).containsExactly("begins", "finally");
    }

    @Test
    void aBulkheadHasItsSlotBack() throws Exception {
        Bulkhead bulkhead = scheduler.bulkhead("one").maxGoroutines(1).build();
        bulkhead.execute(this::exitFromWithin);
        assertCancelledWithReason(bulkhead.submit(this::exitFromWithin));

        assertThat(bulkhead.submit(() -> 42).get()).isEqualTo(42);
        assertThat(uncaught).isEmpty();
    }

    /** Their bodies are their own, and so are their handlers. */
    @Test
    void aThreadWithABodyOfItsOwnEndsThere() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        start(scheduler.threadFactory(), this::exitFromWithin).join();
        CompletableFuture<Thread> adopted = new CompletableFuture<>();
        scheduler
                .virtual()
                .execute(() -> adopted.complete(start(DefaultVirtualThreads.factory(), this::exitFromWithin)));
        adopted.get().join();

        assertThat(events).containsExactly("begins", "finally", "begins", "finally");
        assertThat(uncaught).isEmpty();
    }

    @Test
    void aTaskThatCatchesItGoesOnAndItsFailuresAreReportedStill() {
        IllegalStateException failure = new IllegalStateException("planned");
        scheduler.execute(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(Goroutines::exit)
                        .isInstanceOf(GoroutineExit.class)
                        .hasNoCause();
            }
            throw failure;
        });
        scheduler.close();

        assertThat(uncaught).containsExactly(failure);
    }

    @Test
    void aCompletableFutureFailsWithIt() {
        CompletableFuture<Void> future = CompletableFuture.runAsync(this::exitFromWithin, scheduler);

        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(GoroutineExit.class);
    }

    @Test
    void aSubmitterThatRunsATaskForWantOfRoomGoesOn() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger wentOn = new AtomicInteger();
        try (GmpScheduler full = Schedulers.direct(1)
                .goroutines(mode)
                .queueCapacity(1)
                .rejectionPolicy(RejectionPolicy.CALLER_RUNS)
                .build()) {
            full.execute(() -> {
                full.execute(() -> Latches.await(mayEnd));
                full.execute(this::exitFromWithin);
                wentOn.incrementAndGet();
                mayEnd.countDown();
            });
            Latches.await(mayEnd);
        }
        assertThat(events).containsExactly("begins", "finally");
        assertThat(wentOn).hasValue(1);
    }

    @Test
    void outsideOfAGoroutineThereIsNothingToEnd() {
        assertThatIllegalStateException()
                .isThrownBy(Goroutines::exit)
                .withMessageStartingWith("Goroutines.exit needs a goroutine");
    }

    private void exitFromWithin() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        events.add("begins");
        try {
            Goroutines.exit();
            events.add("went on");
        } catch (Exception e) {
            events.add("caught");
        } finally {
            events.add("finally");
        }
    }

    private Thread start(ThreadFactory factory, Runnable body) {
        Thread thread = factory.newThread(body);
        thread.start();
        return thread;
    }

    private static void assertCancelledWithReason(Future<?> future) {
        assertThatThrownBy(future::get)
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("Goroutines.exit()");
        assertThatThrownBy(() -> future.get(1, TimeUnit.SECONDS))
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("Goroutines.exit()");
        assertThat(future.isCancelled()).isTrue();
    }
}
