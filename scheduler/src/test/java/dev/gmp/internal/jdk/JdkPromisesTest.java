package dev.gmp.internal.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.testkit.Checkers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules JDK-1 to JDK-8 of {@link VirtualThreads}, asked of the JDK itself: a scheduler stands on them. */
class JdkPromisesTest {
    private final HandDrivenScheduler scheduler = new HandDrivenScheduler();

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
    }

    @Test
    void aThreadHasOneContinuationAllItsLife() {
        Thread thread = scheduler.start(() -> {
            Thread.yield();
            LockSupport.park();
        });
        Runnable first = scheduler.take();
        first.run();
        Runnable second = scheduler.take();
        second.run();
        LockSupport.unpark(thread);
        Runnable third = scheduler.take();
        third.run();

        assertThat(second).isSameAs(first);
        assertThat(third).isSameAs(first);
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void jdk1_aGoroutineThatUnparksAnotherIsTheCallerAndStaysMounted() {
        AtomicReference<Thread> carrierInExecute = new AtomicReference<>();
        Executor recording = continuation -> {
            carrierInExecute.set(CarrierThreads.current());
            scheduler.execute(continuation);
        };
        Thread sleeper = VirtualThreads.newThread(recording, null, false, LockSupport::park);
        sleeper.start();
        scheduler.runNext();
        carrierInExecute.set(null);

        scheduler.start(() -> LockSupport.unpark(sleeper));
        scheduler.runNext();

        assertThat(carrierInExecute).hasValue(Thread.currentThread());
        scheduler.runWhile(sleeper);
    }

    @Test
    void jdk3_aYieldSubmitsOnTheCarrierBeforeRunReturns() {
        AtomicBoolean insideRun = new AtomicBoolean();
        List<Boolean> submittedInsideRun = new ArrayList<>();
        List<Thread> submitters = new ArrayList<>();
        Executor recording = continuation -> {
            submittedInsideRun.add(insideRun.get());
            submitters.add(Thread.currentThread());
            scheduler.execute(continuation);
        };
        Thread thread = VirtualThreads.newThread(recording, null, false, Thread::yield);
        thread.start();

        insideRun.set(true);
        scheduler.runNext();
        insideRun.set(false);

        assertThat(submittedInsideRun).containsExactly(false, true);
        assertThat(submitters).containsExactly(Thread.currentThread(), Thread.currentThread());
        scheduler.runWhile(thread);
    }

    @Test
    void jdk4_aStackTraceOfARunnableThreadSubmitsItAgainAndItStillRunsOnce() {
        List<String> ran = new ArrayList<>();
        Thread thread = scheduler.start(() -> {
            Thread.yield();
            ran.add("after the yield");
            LockSupport.park();
        });
        scheduler.runNext();
        assertThat(scheduler.queued()).isOne();

        assertThat(thread.getStackTrace()).isNotEmpty();
        assertThat(scheduler.queued()).isEqualTo(2);
        scheduler.runNext();
        scheduler.runNext();

        assertThat(ran).containsExactly("after the yield");
        LockSupport.unpark(thread);
        scheduler.runWhile(thread);
    }

    @Test
    void jdk5_aRejectionAtStartFailsTheStartAndEndsTheThread() {
        Executor rejecting = continuation -> {
            throw new RejectedExecutionException("full");
        };
        Thread thread = VirtualThreads.newThread(rejecting, null, false, () -> {});

        assertThatThrownBy(thread::start)
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("full");
        assertThat(thread.getState()).isEqualTo(Thread.State.TERMINATED);
    }

    @Test
    void jdk5_aRejectionAtAnUnparkLosesTheThread() {
        AtomicBoolean full = new AtomicBoolean();
        Executor rejecting = continuation -> {
            if (full.get()) {
                throw new RejectedExecutionException("full");
            }
            scheduler.execute(continuation);
        };
        Thread thread = VirtualThreads.newThread(rejecting, null, false, LockSupport::park);
        thread.start();
        scheduler.runNext();

        full.set(true);
        assertThatThrownBy(() -> LockSupport.unpark(thread)).isInstanceOf(RejectedExecutionException.class);
        full.set(false);
        LockSupport.unpark(thread);

        assertThat(scheduler.queued()).isZero();
        thread.getStackTrace(); // JDK-4 lets the test bring it back
        scheduler.runWhile(thread);
    }

    @Test
    void jdk6_aThreadIsNotAliveOnceItsLastRunReturned() {
        Thread thread = scheduler.start(() -> {});
        assertThat(thread.isAlive()).isTrue();

        scheduler.runNext();

        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void jdk6_aTaskThatThrowsEndsItsThreadAndLeavesTheCarrierUnharmed() {
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        Thread thread = scheduler.newThread(() -> {
            throw new StackOverflowError("planted");
        });
        thread.setUncaughtExceptionHandler((t, e) -> uncaught.set(e));
        thread.start();

        scheduler.runNext();

        assertThat(uncaught.get()).hasMessage("planted");
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void jdk7_aVirtualThreadStartedInsideInheritsTheExecutorObject() {
        AtomicReference<Thread> child = new AtomicReference<>();
        Thread parent = scheduler.start(() -> child.set(DefaultVirtualThreads.start(() -> {})));

        scheduler.runNext();
        Runnable adopted = scheduler.take();

        assertThat(VirtualThreads.threadOf(adopted)).isSameAs(child.get()).isNotSameAs(parent);
        adopted.run();
        assertThat(child.get().isAlive()).isFalse();
    }

    @Test
    void jdk8_runThrowsWhatTheSchedulerOfAJoinerThrows() {
        Thread joined = scheduler.newThread(() -> {});
        HandDrivenScheduler others = new HandDrivenScheduler();
        AtomicBoolean full = new AtomicBoolean();
        Executor rejecting = continuation -> {
            if (full.get()) {
                throw new RejectedExecutionException("full");
            }
            others.execute(continuation);
        };
        Thread joiner = VirtualThreads.newThread(rejecting, null, false, () -> Checkers.join(joined));
        joined.start();
        joiner.start();
        others.runNext();
        full.set(true);

        assertThatThrownBy(scheduler::runNext)
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("full");
        assertThat(joined.getState()).isEqualTo(Thread.State.TERMINATED);
        assertThat(Thread.currentThread()).isNotSameAs(joined);
    }

    @Test
    void anInterruptDoesNotLeakToTheCarrier() {
        Thread thread = scheduler.start(() -> Thread.currentThread().interrupt());

        scheduler.runNext();

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void aVirtualThreadIsNoCarrier() {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        scheduler.start(() -> {});
        Runnable continuation = scheduler.take();
        Thread virtualCarrier = scheduler.start(() -> {
            try {
                continuation.run();
            } catch (RuntimeException e) {
                failure.set(e);
            }
        });

        scheduler.runWhile(virtualCarrier);

        assertThat(failure.get()).isNotNull();
        assertThat(failure.get().getClass().getSimpleName()).isEqualTo("WrongThreadException");
        continuation.run();
    }
}
