package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent that instruments executors wraps what the JDK hands to a goroutine: no goroutine is lost by that. */
class WrappedContinuationTest {

    private static final int THREADS = 200;
    private static final int ROUNDS = 50;

    private GmpScheduler scheduler;

    @BeforeEach
    void open() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = GmpScheduler.builder()
                .name("wrapped")
                .maxProcs(2)
                .goroutines(GoroutineMode.VIRTUAL)
                .build();
    }

    @AfterEach
    void close() {
        if (scheduler != null) {
            scheduler.shutdownNow();
            scheduler.close();
        }
    }

    @Test
    void aGoroutineWhoseContinuationIsWrappedRunsToItsEnd() throws Exception {
        allRunToTheirEnd(Wrapper::new);
    }

    @Test
    void alsoInALambda() throws Exception {
        allRunToTheirEnd(continuation -> () -> continuation.run());
    }

    @Test
    void alsoInSeveralWrappers() throws Exception {
        allRunToTheirEnd(continuation -> new Wrapper(new CallingWrapper(new Wrapper(continuation))));
    }

    @Test
    void whatCannotBeUnwrappedIsRefusedAndLogged() {
        try (CapturedLog log = CapturedLog.of("dev.gmp.internal.spawn.VirtualGoroutines")) {
            Thread thread = thread(continuation -> new FutureTask<>(continuation, null), () -> {});
            assertThatThrownBy(thread::start)
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining(
                            "scheduler 'wrapped' finds no virtual thread in a java.util.concurrent.FutureTask");
            Schedulers.await(scheduler, now -> log.messages().contains("a virtual thread cannot be run"));
        }
    }

    /** They park and are readied by each other, yield, and start threads that inherit their executor. */
    private void allRunToTheirEnd(UnaryOperator<Runnable> wrapping) throws Exception {
        Semaphore baton = new Semaphore(0);
        AtomicInteger rounds = new AtomicInteger();
        Runnable body = () -> {
            for (int i = 0; i < ROUNDS; i++) {
                baton.acquireUninterruptibly();
                rounds.incrementAndGet();
                Thread.yield();
                baton.release();
            }
        };
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(thread(wrapping, () -> {
                Thread child = startVirtualThread(body);
                body.run();
                join(child);
            }));
        }
        threads.forEach(Thread::start);
        baton.release(3);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(rounds).hasValue(2 * THREADS * ROUNDS);
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS))
                .as(() -> scheduler.snapshot().toString())
                .isTrue();
        assertThat(scheduler.snapshot().counters().completed())
                .isEqualTo(THREADS); // children are carried, and no tasks
    }

    /** A virtual goroutine, with what an agent does between the JDK and its executor. */
    private Thread thread(UnaryOperator<Runnable> wrapping, Runnable body) {
        VirtualGoroutine goroutine = new VirtualGoroutine((VirtualGoroutine.Scheduler) scheduler.threadFactory(), null);
        Thread thread = VirtualThreads.newThread(
                continuation -> goroutine.execute(wrapping.apply(continuation)), "wrapped", false, body);
        goroutine.attach(thread);
        return thread;
    }

    /** {@code Thread.startVirtualThread}, which JDK 17 does not have. */
    private static Thread startVirtualThread(Runnable task) {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Wrapper implements Runnable {

        private final Runnable delegate;

        private Wrapper(Runnable delegate) {
            this.delegate = delegate;
        }

        @Override
        public void run() {
            delegate.run();
        }
    }

    private static final class CallingWrapper implements Runnable {

        private final Callable<Object> delegate;

        private CallingWrapper(Runnable delegate) {
            this.delegate = () -> {
                delegate.run();
                return null;
            };
        }

        @Override
        public void run() {
            try {
                delegate.call();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }
}
