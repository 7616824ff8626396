package dev.gmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.config.GoroutineMode;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a task may expect of its thread, and a submitter of its future: as in ThreadPoolExecutor. */
@Timeout(60)
class DirectTaskMannersTest {

    private final GmpScheduler scheduler = GmpScheduler.builder()
            .name("manners")
            .maxProcs(1)
            .goroutines(GoroutineMode.DIRECT)
            .build();

    @AfterEach
    void close() {
        scheduler.shutdownNow();
        scheduler.close();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                IllegalStateException.class,
                StackOverflowError.class,
                OutOfMemoryError.class,
                ThreadDeath.class,
                AssertionError.class
            })
    void whatATaskThrowsReachesTheHandlerAndTheMachineLivesOn(Class<? extends Throwable> type) throws Exception {
        AtomicReference<Throwable> seen = new AtomicReference<>();
        AtomicReference<Thread> machine = new AtomicReference<>();
        Throwable planted = type.getDeclaredConstructor().newInstance();
        scheduler.execute(() -> {
            machine.set(Thread.currentThread());
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> seen.set(thrown));
            DirectTaskMannersTest.<Error>sneak(planted);
        });

        assertThat(scheduler.submit(Thread::currentThread).get()).isSameAs(machine.get());
        assertThat(seen.get()).isSameAs(planted);
        assertThat(scheduler.snapshot().counters().uncaughtExceptions()).isEqualTo(1);
    }

    @Test
    void aHandlerThatThrowsDoesNoHarmEither() throws Exception {
        scheduler.execute(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {
                throw new IllegalStateException("planted in the handler");
            });
            throw new IllegalStateException("planted");
        });
        assertThat(scheduler.submit(() -> 1).get()).isEqualTo(1);
    }

    @Test
    void aFutureHasTheCauseItself() {
        Exception planted = new Exception("planted");
        Future<?> future = scheduler.submit((Callable<?>) () -> {
            throw planted;
        });
        assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class).hasCause(planted);
        assertThat(scheduler.snapshot().counters().uncaughtExceptions()).isZero();
    }

    @Test
    void cancellingInterruptsThatTaskAndNotTheNextOne() throws Exception {
        for (int i = 0; i < 200; i++) {
            CountDownLatch started = new CountDownLatch(1);
            AtomicBoolean wasInterrupted = new AtomicBoolean();
            CountDownLatch ended = new CountDownLatch(1);
            Future<?> future = scheduler.submit(() -> {
                started.countDown();
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
                wasInterrupted.set(true);
                ended.countDown();
            });
            started.await();
            future.cancel(true);
            boolean next = scheduler
                    .submit(() -> Thread.currentThread().isInterrupted())
                    .get();
            ended.await();

            assertThat(wasInterrupted).isTrue();
            assertThat(next).isFalse();
            assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void aTaskThatInterruptsItselfLeavesNoTrace() throws Exception {
        scheduler.execute(() -> Thread.currentThread().interrupt());
        assertThat(scheduler
                        .submit(() -> Thread.currentThread().isInterrupted())
                        .get())
                .isFalse();
    }

    @Test
    void threadLocalsBelongToTheThread() throws Exception {
        ThreadLocal<String> local = new ThreadLocal<>();
        scheduler.submit(() -> local.set("left by the first")).get();
        assertThat(scheduler.submit(local::get).get()).isEqualTo("left by the first");

        InheritableThreadLocal<String> inheritable = new InheritableThreadLocal<>();
        inheritable.set("of whoever happened to submit first");
        scheduler.setMaxProcs(2);
        assertThat(scheduler.submit(inheritable::get).get()).isNull();
    }

    @Test
    void theContextClassLoaderIsTheSchedulersOwn() throws Exception {
        ClassLoader mine = Thread.currentThread().getContextClassLoader();
        try (GmpScheduler fresh = GmpScheduler.builder()
                .goroutines(GoroutineMode.DIRECT)
                .maxProcs(1)
                .build()) {
            Thread.currentThread().setContextClassLoader(new ClassLoader(mine) {});
            ClassLoader seen = fresh.submit(() -> Thread.currentThread().getContextClassLoader())
                    .get();
            assertThat(seen).isSameAs(GmpScheduler.class.getClassLoader());
        } finally {
            Thread.currentThread().setContextClassLoader(mine);
        }
    }

    @Test
    void invokeAllAndInvokeAnyKeepTheirContracts() throws Exception {
        assertThat(scheduler.invokeAll(List.<Callable<Integer>>of(() -> 1, () -> 2, () -> 3)))
                .extracting(Future::get)
                .containsExactly(1, 2, 3);
        assertThat(scheduler.invokeAny(List.<Callable<Integer>>of(
                        () -> {
                            throw new IllegalStateException("planted");
                        },
                        () -> 7)))
                .isEqualTo(7);
        CountDownLatch never = new CountDownLatch(1);
        assertThatThrownBy(() -> scheduler.invokeAny(
                        List.<Callable<Integer>>of(() -> {
                            never.await();
                            return 1;
                        }),
                        10,
                        TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void nullIsRefusedAndDelaysAreNotSupportedYet() {
        assertThatThrownBy(() -> scheduler.execute(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.schedule(() -> {}, 1, TimeUnit.SECONDS))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> scheduler.schedule(() -> 1, 1, TimeUnit.SECONDS))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> scheduler.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.SECONDS))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> scheduler.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.SECONDS))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void closeWaitsAndAnInterruptOfTheWaiterEndsTheTasks() throws Exception {
        AtomicBoolean taskInterrupted = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(1);
        scheduler.execute(() -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                taskInterrupted.set(true);
            }
        });
        started.await();
        AtomicBoolean waiterInterrupted = new AtomicBoolean();
        Thread waiter = new Thread(() -> {
            scheduler.close();
            waiterInterrupted.set(Thread.currentThread().isInterrupted());
        });
        waiter.start();
        await().until(scheduler::isShutdown);
        assertThat(scheduler.isTerminated()).isFalse();
        waiter.interrupt();
        waiter.join();

        assertThat(taskInterrupted).isTrue();
        assertThat(waiterInterrupted).isTrue();
        assertThat(scheduler.isTerminated()).isTrue();
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
