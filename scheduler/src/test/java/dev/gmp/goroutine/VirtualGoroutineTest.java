package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VirtualGoroutineTest {

    private GmpScheduler scheduler;

    @BeforeEach
    void open() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = GmpScheduler.builder()
                .name("v")
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
    void aTaskRunsOnAVirtualThreadWithTheSchedulersName() throws Exception {
        Thread thread = scheduler.submit(Thread::currentThread).get();

        assertThat(VirtualThreads.isVirtual(thread)).isTrue();
        assertThat(thread.getName()).isEqualTo("gmp-v-g");
        assertThat(scheduler.submit(Goroutines::isGoroutine).get()).isTrue();
        assertThat(Goroutines.isGoroutine()).isFalse();
    }

    @Test
    void bothKindsRunOnOneScheduler() throws Exception {
        SynchronousQueue<Boolean> virtual = new SynchronousQueue<>();
        scheduler.direct().execute(() -> put(virtual, VirtualThreads.isVirtual(Thread.currentThread())));
        assertThat(virtual.take()).isFalse();
        scheduler.virtual().execute(() -> put(virtual, VirtualThreads.isVirtual(Thread.currentThread())));
        assertThat(virtual.take()).isTrue();
    }

    @Test
    void aParkedGoroutineFreesItsMachine() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        List<? extends Future<?>> parked = java.util.stream.IntStream.range(0, 1_000)
                .mapToObj(i -> scheduler.submit(() -> Latches.await(released)))
                .toList();
        await().until(() -> scheduler.snapshot().goroutines().waiting() == 1_000);

        assertThat(scheduler.submit(() -> 1).get()).isEqualTo(1);
        assertThat(scheduler.snapshot().machineCounts().total()).isLessThan(100);
        released.countDown();
        for (Future<?> each : parked) {
            each.get();
        }
        await().until(() -> scheduler.snapshot().goroutines().equals(new GoroutineCounts(0, 0, 0, 0)));
        assertThat(scheduler.snapshot().counters().created()).isEqualTo(1_001);
    }

    @Test
    void aThreadOfTheFactoryIsAGoroutine() throws Exception {
        AtomicReference<Thread> carrierSeen = new AtomicReference<>();
        Thread thread = scheduler.threadFactory().newThread(() -> carrierSeen.set(Thread.currentThread()));

        assertThat(scheduler.snapshot().counters().created()).isZero();
        thread.start();
        thread.join();
        assertThat(carrierSeen.get()).isSameAs(thread);
        await().until(() -> scheduler.snapshot().counters().completed() == 1);
        assertThat(thread.getState()).isEqualTo(Thread.State.TERMINATED);
    }

    @Test
    void yieldingLetsOthersOnTheSameProcessorRun() throws Exception {
        scheduler.setMaxProcs(1);
        AtomicBoolean otherRan = new AtomicBoolean();
        Future<?> first = scheduler.submit(() -> {
            scheduler.execute(() -> otherRan.set(true));
            while (!otherRan.get()) {
                Thread.yield();
            }
        });
        first.get();
        assertThat(otherRan).isTrue();
    }

    @Test
    void anInterruptReachesAParkedGoroutineAndNoOtherOne() throws Exception {
        AtomicReference<Thread> parked = new AtomicReference<>();
        Future<Boolean> interrupted = scheduler.submit(() -> {
            parked.set(Thread.currentThread());
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            return Thread.interrupted();
        });
        await().until(() -> parked.get() != null);
        parked.get().interrupt();

        assertThat(interrupted.get()).isTrue();
        for (int i = 0; i < 100; i++) {
            assertThat(scheduler
                            .submit(() -> Thread.currentThread().isInterrupted())
                            .get())
                    .isFalse();
        }
    }

    @Test
    void threadLocalsAreEachGoroutinesOwn() throws Exception {
        ThreadLocal<String> local = new ThreadLocal<>();
        scheduler.submit(() -> local.set("first")).get();

        assertThat(scheduler.submit(local::get).get()).isNull();
    }

    @Test
    void whatATaskThrowsReachesTheThreadsHandlerAndTheSchedulerGoesOn() throws Exception {
        AtomicReference<Throwable> seen = new AtomicReference<>();
        Thread thread = scheduler.threadFactory().newThread(() -> {
            throw new StackOverflowError("planted");
        });
        thread.setUncaughtExceptionHandler((t, thrown) -> seen.set(thrown));
        thread.start();
        thread.join();

        assertThat(seen.get()).hasMessage("planted");
        assertThat(scheduler.submit(() -> 1).get()).isEqualTo(1);
    }

    @Test
    void afterShutdownAThreadIsRejectedAtItsStart() {
        Thread thread = scheduler.threadFactory().newThread(() -> {});
        scheduler.shutdown();

        assertThatThrownBy(thread::start).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> scheduler.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("'v'")
                .hasMessageContaining("it is TERMINATED");
    }

    @Test
    void shutdownWaitsForParkedGoroutines() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        Future<String> parked = scheduler.submit(() -> {
            Latches.await(released);
            return "finished";
        });
        await().until(() -> scheduler.snapshot().goroutines().waiting() == 1);
        scheduler.shutdown();
        assertThat(scheduler.isTerminated()).isFalse();

        released.countDown();
        assertThat(parked.get()).isEqualTo("finished");
        scheduler.close();
        assertThat(scheduler.isTerminated()).isTrue();
    }

    @Test
    void shutdownNowInterruptsTheParkedAndReturnsWhatNeverBegan() throws Exception {
        scheduler.close();
        scheduler = Unwatched.build(Schedulers.direct(1).goroutines(GoroutineMode.VIRTUAL));
        Set<String> interrupted = ConcurrentHashMap.newKeySet();
        CountDownLatch holding = new CountDownLatch(1);
        scheduler.execute(() -> awaitInterrupt(interrupted, "parked"));
        await().until(() -> scheduler.snapshot().goroutines().waiting() == 1);
        scheduler.execute(() -> {
            holding.countDown();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            interrupted.add("running");
        });
        holding.await();
        Runnable neverRun = () -> interrupted.add("begun");
        scheduler.execute(neverRun);

        assertThat(scheduler.shutdownNow()).containsExactly(neverRun);
        scheduler.close();
        assertThat(interrupted).containsExactlyInAnyOrder("parked", "running");
    }

    private static void awaitInterrupt(Set<String> interrupted, String name) {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
        interrupted.add(name);
    }

    private static <T> void put(SynchronousQueue<T> queue, T value) {
        try {
            queue.put(value);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
