package dev.gmp.internal.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.channel.Channel;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.LockHolders;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.leak.Deadlock;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.testkit.Pinned;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Goroutines that wait for each other are found with their cycle, and those that only wait for long are not. */
class DeadlockFinderTest {

    private static final String MODES = "dev.gmp.testkit.Modes#available";
    private static final Duration AMPLE = Duration.ofSeconds(60);

    private final ReentrantLock a = new ReentrantLock();
    private final ReentrantLock b = new ReentrantLock();
    private final CyclicBarrier bothHoldOne = new CyclicBarrier(2);

    private static Stuck stuck(GoroutineMode mode) {
        return new Stuck(Schedulers.direct(2).goroutines(mode));
    }

    private static Deadlock awaitOne(Stuck stuck) {
        List<Deadlock> found =
                await().atMost(AMPLE).until(() -> stuck.scheduler.deadlocks().deadlocks(), all -> !all.isEmpty());
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private void lockBoth(ReentrantLock first, ReentrantLock second) throws Exception {
        first.lockInterruptibly();
        try {
            bothHoldOne.await();
            second.lockInterruptibly();
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void twoGoroutinesThatTakeTwoLocksInDifferentOrders(GoroutineMode mode) {
        try (Stuck stuck = stuck(mode)) {
            stuck.start(() -> lockBoth(a, b));
            stuck.start(() -> lockBoth(b, a));
            Deadlock deadlock = awaitOne(stuck);

            assertThat(deadlock.threads()).hasSize(2);
            Deadlock.Waiter first = deadlock.threads().get(0);
            Deadlock.Waiter second = deadlock.threads().get(1);
            assertThat(first.threadId()).isLessThan(second.threadId());
            assertThat(first.heldBy()).isEqualTo(second.threadId());
            assertThat(second.heldBy()).isEqualTo(first.threadId());
            assertThat(deadlock.threads()).allSatisfy(waiter -> {
                assertThat(waiter.waitsFor()).startsWith("lock ").contains("ReentrantLock");
                assertThat(waiter.task()).startsWith(Stuck.class.getName());
                assertThat(waiter.threadName()).startsWith("gmp-test-");
                assertThat(waiter.stack())
                        .anyMatch(frame -> frame.getMethodName().equals("lockBoth"));
            });
            assertThat(deadlock.toText(true))
                    .startsWith("deadlock: 2 threads, each waits for the next one\n# \"" + first.threadName())
                    .contains(" of #" + first.threadId() + "\n", "# task: ", "lockBoth(");
            assertThat(deadlock.toText(false)).doesNotContain("lockBoth(");
        }
    }

    /** Interrupting the wait for the lock ends it. */
    @Test
    void twoDirectGoroutinesOfWhichOneWaitsForAMonitor() {
        Object monitor = new Object();
        try (Stuck stuck = stuck(GoroutineMode.DIRECT)) {
            stuck.start(() -> {
                synchronized (monitor) {
                    lockBoth(b, a);
                }
            });
            stuck.start(() -> {
                a.lockInterruptibly();
                try {
                    bothHoldOne.await();
                    synchronized (monitor) {
                        a.unlock();
                        a.lock();
                    }
                } finally {
                    a.unlock();
                }
            });

            assertThat(awaitOne(stuck).threads())
                    .extracting(waiter -> waiter.waitsFor().split("[ @]")[0])
                    .containsExactlyInAnyOrder("lock", "monitor");
        }
    }

    /** Nothing ends a deadlock of monitors, so these two are daemons. */
    @Test
    void twoThreadsThatEnterTwoMonitorsInDifferentOrdersAndAGoroutineThatWaitsForOne() throws Exception {
        Object c = new Object();
        Object d = new Object();
        CountDownLatch isHeld = new CountDownLatch(1);
        daemon(() -> {
            a.lock();
            isHeld.countDown();
            enterBoth(c, d);
        });
        daemon(() -> enterBoth(d, c));
        isHeld.await();
        try (Stuck stuck = stuck(GoroutineMode.DIRECT)) {
            stuck.start(a::lockInterruptibly);

            assertThat(awaitOne(stuck).threads()).hasSize(2).allSatisfy(waiter -> {
                assertThat(waiter.waitsFor()).startsWith("monitor java.lang.Object@");
                assertThat(waiter.threadName()).isEqualTo("entering");
                assertThat(waiter.task()).isNull();
            });
        }
    }

    private void enterBoth(Object first, Object second) {
        synchronized (first) {
            try {
                bothHoldOne.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            synchronized (second) {
                assertThat(second).isNotNull();
            }
        }
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body, "entering");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void tasksThatWaitForEachOthersResults(GoroutineMode mode) {
        try (Stuck stuck = stuck(mode)) {
            AtomicReferenceArray<Future<?>> futures = new AtomicReferenceArray<>(3);
            CountDownLatch submitted = new CountDownLatch(1);
            for (int i = 0; i < 3; i++) {
                int next = (i + 1) % 3;
                futures.set(i, stuck.start(() -> {
                    submitted.await();
                    futures.get(next).get();
                }));
            }
            submitted.countDown();

            Deadlock deadlock = awaitOne(stuck);
            assertThat(deadlock.threads()).hasSize(3);
            for (int i = 0; i < 3; i++) {
                assertThat(deadlock.threads().get(i).heldBy())
                        .isEqualTo(deadlock.threads().get((i + 1) % 3).threadId());
                assertThat(deadlock.threads().get(i).waitsFor()).startsWith("the result of " + Stuck.class.getName());
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void aTaskThatWaitsForItsOwnResult(GoroutineMode mode) {
        try (Stuck stuck = stuck(mode)) {
            CompletableFuture<Future<?>> own = new CompletableFuture<>();
            own.complete(stuck.start(() -> own.get().get()));

            Deadlock.Waiter alone = awaitOne(stuck).threads().get(0);
            assertThat(alone.heldBy()).isEqualTo(alone.threadId());
        }
    }

    /** They keep their machines. */
    @Test
    void twoPinnedGoroutines() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        try (Stuck stuck = stuck(GoroutineMode.VIRTUAL)) {
            stuck.start(() -> Pinned.run(() -> lockBothPinned(a, b)));
            stuck.start(() -> Pinned.run(() -> lockBothPinned(b, a)));

            assertThat(awaitOne(stuck).threads())
                    .hasSize(2)
                    .allSatisfy(waiter -> assertThat(waiter.stack())
                            .anyMatch(frame -> frame.getMethodName().equals("lockBothPinned")));
        }
    }

    private void lockBothPinned(ReentrantLock first, ReentrantLock second) {
        try {
            lockBoth(first, second);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aGoroutineThatJoinsAThreadThatWaitsForItsLock() {
        try (Stuck stuck = stuck(GoroutineMode.DIRECT)) {
            stuck.start(() -> {
                a.lock();
                try {
                    daemon(() -> {
                                a.lock();
                                a.unlock();
                            })
                            .join();
                } finally {
                    a.unlock();
                }
            });

            assertThat(awaitOne(stuck).threads())
                    .extracting(waiter -> waiter.waitsFor().split("@")[0])
                    .hasSize(2)
                    .contains("the end");
        }
    }

    /** Such a wait ends by itself. */
    @ParameterizedTest
    @MethodSource(MODES)
    void aWaitWithALimitOfTimeIsNoDeadlock(GoroutineMode mode) {
        try (Stuck stuck = stuck(mode)) {
            stuck.start(() -> lockBoth(a, b));
            stuck.start(() -> {
                b.lockInterruptibly();
                try {
                    bothHoldOne.await();
                    assertThat(a.tryLock(1, TimeUnit.HOURS)).isFalse();
                } finally {
                    b.unlock();
                }
            });
            await().atMost(AMPLE).until(() -> a.hasQueuedThreads() && b.hasQueuedThreads());

            for (int i = 0; i < 20; i++) {
                assertThat(stuck.scheduler.deadlocks().deadlocks()).isEmpty();
                pause();
            }
        }
    }

    /** The locks are taken in one order. But what is read at different moments can look like a cycle. */
    @ParameterizedTest
    @MethodSource(MODES)
    void busyLocksAreNoDeadlock(GoroutineMode mode) throws Exception {
        AtomicBoolean ends = new AtomicBoolean();
        try (Stuck stuck = stuck(mode)) {
            List<Future<?>> futures = List.of(
                    stuck.start(() -> lockInOrder(ends)),
                    stuck.start(() -> lockInOrder(ends)),
                    stuck.start(() -> lockInOrder(ends)));
            for (int i = 0; i < 300; i++) {
                assertThat(stuck.scheduler.deadlocks().deadlocks()).isEmpty();
                pause();
            }
            ends.set(true);
            for (Future<?> future : futures) {
                future.get(60, TimeUnit.SECONDS);
            }
        }
    }

    private void lockInOrder(AtomicBoolean ends) throws InterruptedException {
        while (!ends.get()) {
            a.lockInterruptibly();
            try {
                b.lockInterruptibly();
                b.unlock();
            } finally {
                a.unlock();
            }
            b.lockInterruptibly();
            b.unlock();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void waitsForWhatNoThreadHoldsAloneAreCounted(GoroutineMode mode) {
        CountDownLatch latch = new CountDownLatch(1);
        CompletableFuture<Thread> latched = new CompletableFuture<>();
        Semaphore semaphore = new Semaphore(0);
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        StampedLock stamped = new StampedLock();
        lock.readLock().lock();
        stamped.readLock();
        try (Stuck stuck = stuck(mode)) {
            stuck.start(() -> {
                latched.complete(Thread.currentThread());
                latch.await();
            });
            stuck.start(semaphore::acquire);
            stuck.start(lock.writeLock()::lockInterruptibly);
            stuck.start(stamped::writeLockInterruptibly);
            stuck.start(() -> semaphore.tryAcquire(1, TimeUnit.HOURS));
            stuck.start(() -> a.tryLock(1, TimeUnit.HOURS));
            if (mode == GoroutineMode.VIRTUAL) {
                stuck.start(() -> latched.join().join());
            }

            int readLocks = LockHolders.areKnown() ? 1 : 0;
            int others = mode == GoroutineMode.VIRTUAL ? 4 : 3;
            String counted = readLocks + others + " goroutines wait for a semaphore, latch, ";
            await().atMost(AMPLE)
                    .until(() -> stuck.scheduler.deadlocks().notTold().stream()
                            .anyMatch(sentence -> sentence.startsWith(counted)));
        }
    }

    @Test
    void whatTheJvmDoesNotTellIsSaid() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        Object monitor = new Object();
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch isEntered = new CountDownLatch(1);
        Channel<String> channel = Channel.unbuffered();
        CompletableFuture<String> future = new CompletableFuture<>();
        try (Stuck stuck = stuck(GoroutineMode.VIRTUAL)) {
            assertThat(stuck.scheduler.deadlocks().notTold()).isEmpty();
            stuck.start(() -> {
                synchronized (monitor) {
                    isEntered.countDown();
                    end.await();
                }
            });
            isEntered.await();
            stuck.start(() -> {
                synchronized (monitor) {
                    end.await();
                }
            });
            stuck.start(channel::receive);
            stuck.start(future::get);

            DeadlockReport report = await().atMost(AMPLE)
                    .until(stuck.scheduler::deadlocks, each -> each.notTold().size() == 4);
            assertThat(report.deadlocks()).isEmpty();
            assertThat(report.complete()).isTrue();
            assertThat(report.notTold())
                    .anyMatch(text -> text.contains(" wait for monitors: "))
                    .anyMatch(text -> text.contains(" wait for a semaphore, latch, "))
                    .anyMatch(text -> text.contains(" wait for a CompletableFuture, "))
                    .anyMatch(text -> text.contains(" wait at channels: "))
                    .allMatch(text -> text.startsWith("1 goroutines wait "));
            end.countDown();
        }
    }
}
