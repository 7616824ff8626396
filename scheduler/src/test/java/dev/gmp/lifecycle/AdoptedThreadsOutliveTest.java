package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.CarrierThreads;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.net.NetListener;
import dev.gmp.testkit.Checkers;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Virtual threads that goroutines have started by themselves when their scheduler ends: they go on (ADOPT-1). */
class AdoptedThreadsOutliveTest {

    private GmpScheduler scheduler;

    @BeforeEach
    void open() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = Schedulers.direct(2).goroutines(GoroutineMode.VIRTUAL).build();
    }

    @Test
    void neitherShutdownWaitsForOneThatIsParkedNorDoesItsInterruptReachIt() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = adopt(() -> {
            Latches.await(released);
            interrupted.complete(Thread.interrupted());
        });
        await().until(() -> thread.getState() == Thread.State.WAITING);
        assertThat(scheduler.adoptedThreads()).containsExactly(thread);

        scheduler.close();
        scheduler.shutdownNow();
        assertThat(scheduler.isTerminated()).isTrue();
        assertThat(scheduler.adoptedThreads()).isEmpty();
        assertThat(thread.isAlive()).isTrue();
        released.countDown();
        assertThat(interrupted.get()).isFalse();
        thread.join();
    }

    @Test
    void oneGoesOnAsAnyVirtualThreadOfTheJdk() throws Exception {
        CountDownLatch isOver = new CountDownLatch(1);
        CompletableFuture<String> carriedBy = new CompletableFuture<>();
        adopt(() -> {
            Latches.await(isOver);
            Thread.yield();
            LockSupport.parkNanos(1_000_000);
            Thread child = start(() -> LockSupport.parkNanos(1));
            Checkers.join(child);
            carriedBy.complete(Thread.currentThread().toString());
        });
        scheduler.close();
        isOver.countDown();
        assertThat(carriedBy.get()).contains("ForkJoinPool");
    }

    @Test
    void theEndIsToldWhileOneComputesAndItGoesOnWhenItYields() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Thread> machine = new CompletableFuture<>();
        CompletableFuture<Boolean> isGoroutine = new CompletableFuture<>();
        try (AutoCloseable ending = () -> stop.set(true)) {
            adopt(() -> {
                machine.complete(CarrierThreads.current());
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
                Thread.yield();
                isGoroutine.complete(Goroutines.isGoroutine());
            });
            machine.get();
            scheduler.shutdown();
            Schedulers.awaitTermination(scheduler);
            assertThat(machine.get().isAlive()).isTrue();
        }
        assertThat(isGoroutine.get()).isFalse();
        machine.get().join();
    }

    @Test
    void theEndIsToldBesideSomeThatNeverLeaveTheProcessorIdle() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch isShutDown = new CountDownLatch(1);
        scheduler = Unwatched.build(Schedulers.direct(1).goroutines(GoroutineMode.VIRTUAL)); // sysmon would look, too
        try (AutoCloseable ending = () -> stop.set(true)) {
            List<Thread> yielding = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                yielding.add(adopt(() -> {
                    while (!stop.get()) {
                        Thread.yield();
                    }
                }));
            }
            Future<?> last = scheduler.submit(() -> Latches.await(isShutDown));
            scheduler.shutdown();
            isShutDown.countDown();
            last.get();
            Schedulers.awaitTermination(scheduler);
            assertThat(yielding).allMatch(Thread::isAlive);
        }
    }

    @Test
    void oneThatIsLockedToItsMachineLosesThat() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Thread> machine = new CompletableFuture<>();
        Thread thread = adopt(() -> {
            Goroutines.lockMachine();
            machine.complete(CarrierThreads.current());
            Latches.await(released);
        });
        machine.get();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        scheduler.close();
        machine.get().join();
        released.countDown();
        thread.join();
    }

    @Test
    void oneThatWaitsByTheSchedulersNetpollerIsTold() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        try (NetListener listener = NetListener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            adopt(() -> {
                try {
                    listener.accept().close();
                } catch (Throwable e) {
                    thrown.complete(e);
                }
            });
            await().until(() -> scheduler.snapshot().goroutines().waiting() == 1);
            scheduler.close();
            assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void whatOneSubmitsComesFromOutside() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        CountDownLatch isOver = new CountDownLatch(1);
        adopt(() -> {
            Latches.await(isOver);
            try {
                scheduler.execute(() -> {});
            } catch (RejectedExecutionException e) {
                thrown.complete(e);
            }
        });
        scheduler.close();
        isOver.countDown();
        assertThat(thrown.get()).hasMessageContaining("TERMINATED");
    }

    @RepeatedTest(20)
    void whatOneSubmitsAtTheLastMomentRunsOrIsRefused() throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch submits = new CountDownLatch(1);
        Thread thread = adopt(() -> {
            try {
                while (true) {
                    scheduler.execute(ran::incrementAndGet);
                    accepted.incrementAndGet();
                    submits.countDown();
                }
            } catch (RejectedExecutionException isShutDown) {
                // the scheduler is about to end
            }
        });
        submits.await();
        scheduler.shutdown();
        thread.join();
        Schedulers.awaitTermination(scheduler);
        assertThat(ran).hasValue(accepted.get());
    }

    @RepeatedTest(20)
    void noneStandsStillThatIsWokenWhileTheSchedulerEnds() throws Exception {
        int number = 200;
        CountDownLatch parked = new CountDownLatch(number);
        CountDownLatch ended = new CountDownLatch(number);
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            threads.add(adopt(() -> {
                parked.countDown();
                while (!stop.get()) {
                    LockSupport.park();
                }
                ended.countDown();
            }));
        }
        parked.await();
        Thread waking = new Thread(() -> {
            stop.set(true);
            threads.forEach(LockSupport::unpark); // once each
        });
        waking.start();
        scheduler.close();
        waking.join();
        assertThat(ended.await(60, TimeUnit.SECONDS))
                .as("%d stand still", ended.getCount())
                .isTrue();
    }

    @Test
    void noneIsRefusedThatATaskStartsAfterTheShutdown() throws Exception {
        CountDownLatch isShutDown = new CountDownLatch(1);
        Future<Thread> parent = scheduler.submit(() -> {
            Latches.await(isShutDown);
            Thread.interrupted();
            return start(() -> {});
        });
        await().until(() -> scheduler.taskThreads().size() == 1);
        scheduler.shutdownNow();
        isShutDown.countDown();
        assertThat(parent.get()).isNotNull();
        assertThatThrownBy(() -> scheduler.threadFactory().newThread(() -> {}).start())
                .isInstanceOf(RejectedExecutionException.class);
    }

    /** Starts one in a task that ends at once. */
    private Thread adopt(Runnable body) throws Exception {
        return scheduler.submit(() -> start(body)).get();
    }

    /** {@code Thread.startVirtualThread}, which JDK 17 does not have. */
    private static Thread start(Runnable body) {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
