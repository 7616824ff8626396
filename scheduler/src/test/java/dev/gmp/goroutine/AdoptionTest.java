package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Virtual threads that a goroutine starts by itself are carried by the same scheduler. */
class AdoptionTest {

    private GmpScheduler scheduler;

    @BeforeEach
    void open() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = GmpScheduler.builder()
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
    void aThreadThatAGoroutineStartsIsLiveAndNoTask() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger onGoroutines = new AtomicInteger();
        Future<Thread> parent = scheduler.submit(() -> startVirtualThread(() -> {
            Latches.await(released);
            onGoroutines.addAndGet(Goroutines.current().adopted() ? 1 : 0);
        }));
        Thread child = parent.get();
        await().until(() -> scheduler.snapshot().goroutines().waiting() == 1);
        assertThat(scheduler.adoptedThreads()).containsExactly(child);
        await().until(() -> scheduler.snapshot().counters().completed() == 1);
        assertThat(scheduler.snapshot().counters().created()).isEqualTo(1);
        assertThat(scheduler.taskThreads()).isEmpty();

        released.countDown();
        child.join();
        assertThat(onGoroutines).hasValue(1);
        await().until(() -> scheduler.snapshot().goroutines().live() == 0);
        assertThat(scheduler.adoptedThreads()).isEmpty();
    }

    @Test
    void anExecutorOfVirtualThreadsMadeInAGoroutineUsesTheScheduler() throws Exception {
        int threads = 1_000;
        AtomicInteger onGoroutines = new AtomicInteger();
        scheduler
                .submit(() -> {
                    ExecutorService executor = newVirtualThreadPerTaskExecutor();
                    for (int i = 0; i < threads; i++) {
                        executor.execute(() -> {
                            Thread.yield();
                            onGoroutines.addAndGet(Goroutines.isGoroutine() ? 1 : 0);
                        });
                    }
                    executor.shutdown();
                    return executor.awaitTermination(60, java.util.concurrent.TimeUnit.SECONDS);
                })
                .get();

        assertThat(onGoroutines).hasValue(threads);
        await().until(() -> scheduler.snapshot().goroutines().live() == 0);
    }

    @Test
    void anOrderlyShutdownLetsAcceptedWorkDivideItself() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch isShutDown = new CountDownLatch(1);
        AtomicInteger childRan = new AtomicInteger();
        Future<?> parent = scheduler.submit(() -> {
            started.countDown();
            isShutDown.await();
            startVirtualThread(childRan::incrementAndGet).join();
            return null;
        });
        started.await();
        scheduler.shutdown();
        isShutDown.countDown();

        parent.get();
        assertThat(childRan).hasValue(1);
        scheduler.close();
        assertThat(scheduler.isTerminated()).isTrue();
    }

    @Test
    void alsoThatOfAGoroutineWithoutAProcessor() throws Exception {
        AtomicBoolean isShutDown = new AtomicBoolean();
        AtomicInteger childRan = new AtomicInteger();
        try (GmpScheduler single = GmpScheduler.builder()
                        .maxProcs(1)
                        .goroutines(GoroutineMode.VIRTUAL)
                        .build();
                AutoCloseable ending = () -> isShutDown.set(true)) {
            Future<?> parent = single.submit(() -> Goroutines.blocking(() -> {
                while (!isShutDown.get()) {
                    Thread.onSpinWait();
                }
                startVirtualThread(childRan::incrementAndGet).join();
                return null;
            }));
            Schedulers.await(single, now -> now.machineCounts().blocked() == 1);
            single.shutdown();
            isShutDown.set(true);

            parent.get();
            assertThat(childRan).hasValue(1);
        }
    }

    /** {@code Thread.startVirtualThread}, which JDK 17 does not have. */
    private static Thread startVirtualThread(Runnable task) throws ReflectiveOperationException {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }

    private static ExecutorService newVirtualThreadPerTaskExecutor()
            throws NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
}
