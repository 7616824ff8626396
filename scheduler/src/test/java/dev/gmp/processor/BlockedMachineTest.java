package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Direct goroutines that hold their machine: the processor passes on. Every test would hang if it did not. */
class BlockedMachineTest {

    private final GmpScheduler scheduler = GmpScheduler.builder()
            .maxProcs(1)
            .goroutines(GoroutineMode.DIRECT)
            .machineKeepAlive(Duration.ofDays(1))
            .build();

    @AfterEach
    void close() {
        scheduler.shutdownNow();
        scheduler.close();
    }

    @Test
    void aHundredTasksThatWaitForEachOtherMeetOnOneProcessor() throws Exception {
        int parties = 100;
        CyclicBarrier barrier = new CyclicBarrier(parties);
        CountDownLatch met = new CountDownLatch(parties);
        for (int i = 0; i < parties; i++) {
            scheduler.execute(() -> {
                meet(barrier);
                met.countDown();
            });
        }
        met.await();
        // not one for each: a processor that none waits for goes idle, and the next task takes it from there
        assertThat(scheduler.snapshot().counters().handoffs()).isPositive();
    }

    @Test
    void aTaskMayWaitForItsChildren() throws Exception {
        assertThat(fibonacci(12)).isEqualTo(144);
    }

    private int fibonacci(int n) throws InterruptedException, ExecutionException {
        if (n < 2) {
            return n;
        }
        Future<Integer> first = scheduler.submit(() -> fibonacci(n - 1));
        Future<Integer> second = scheduler.submit(() -> fibonacci(n - 2));
        return first.get() + second.get();
    }

    @Test
    void aMonitorThatIsHeldByAnotherTaskHoldsUpOnlyThoseThatWantIt() throws Exception {
        Object monitor = new Object();
        AtomicInteger entered = new AtomicInteger();
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        scheduler.execute(() -> {
            synchronized (monitor) {
                holding.countDown();
                Latches.await(released);
            }
        });
        holding.await();
        for (int i = 0; i < 10; i++) {
            scheduler.execute(() -> {
                synchronized (monitor) {
                    entered.incrementAndGet();
                }
            });
        }
        assertThat(scheduler.submit(() -> "passed").get()).isEqualTo("passed");
        assertThat(entered).hasValue(0);
        released.countDown();
        await().until(() -> entered.get() == 10);
    }

    @Test
    void aMarkedSectionGivesTheProcessorAwayAndComesBackWithOne() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        Future<Boolean> blocked = scheduler.submit(() -> {
            Goroutines.blocking(() -> {
                inside.countDown();
                released.await();
                return null;
            });
            return Goroutines.isGoroutine();
        });
        inside.await();
        assertThat(scheduler.submit(() -> "passed").get()).isEqualTo("passed");
        released.countDown();
        assertThat(blocked.get()).isTrue();
    }

    @Test
    void aMarkedSectionThrowsWhatItThrows() {
        Future<?> failing = scheduler.submit(() -> Goroutines.blocking(() -> {
            throw new java.io.IOException("planted");
        }));
        assertThat(failing)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableOfType(ExecutionException.class)
                .withRootCauseInstanceOf(java.io.IOException.class);
    }

    @Test
    void sleepersDoNotHoldTheProcessor() throws Exception {
        int sleepers = 50;
        CountDownLatch asleep = new CountDownLatch(sleepers);
        CountDownLatch interrupted = new CountDownLatch(sleepers);
        for (int i = 0; i < sleepers; i++) {
            scheduler.execute(() -> {
                asleep.countDown();
                try {
                    Goroutines.sleep(Duration.ofDays(1));
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            });
        }
        asleep.await();
        await().until(() -> scheduler.snapshot().machineCounts().blocked() == sleepers);
        scheduler.shutdownNow();
        interrupted.await();
    }

    /** A machine that has computed for long and waits then is no reason to leave others their processor. */
    @Test
    void manyThatComputedBeforeDoNotKeepOneThatComputesOnItsProcessor() throws Exception {
        int before = 64;
        CountDownLatch released = new CountDownLatch(1);
        AtomicBoolean passed = new AtomicBoolean();
        try {
            for (int i = 0; i < before; i++) {
                scheduler.execute(() -> {
                    compute();
                    Latches.await(released);
                });
            }
            await().until(() -> scheduler.snapshot().machineCounts().blocked() == before);
            scheduler.execute(() -> {
                while (!passed.get()) {
                    Thread.onSpinWait();
                }
            });
            scheduler.submit(() -> passed.set(true)).get();
        } finally {
            passed.set(true);
            released.countDown();
        }
    }

    /** For longer than a slice, and the time to give way. */
    private static void compute() {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < 20_000_000) {
            Thread.onSpinWait();
        }
    }

    /** To the JVM a thread that waits in native code is RUNNABLE, as if it computed. */
    @Test
    void aThreadThatWaitsForASocketIsBlockedWhenItDoesNotCompute() throws Exception {
        AtomicBoolean released = new AtomicBoolean();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket peer = server.accept()) {
            Future<Integer> reading = scheduler.submit(() -> {
                int read = client.getInputStream().read();
                while (!released.get()) {
                    Thread.onSpinWait();
                }
                return read + client.getInputStream().read();
            });
            assertThat(scheduler.submit(() -> "passed").get()).isEqualTo("passed");
            Schedulers.await(
                    scheduler,
                    now -> now.machineCounts().blocked() == 1
                            && now.goroutines().equals(new GoroutineCounts(0, 0, 0, 1)));

            peer.getOutputStream().write(7);
            Schedulers.await(
                    scheduler,
                    now -> now.machineCounts().overtime() == 1
                            && now.goroutines().equals(new GoroutineCounts(0, 1, 0, 0)));
            released.set(true);
            Schedulers.await(
                    scheduler,
                    now -> now.machineCounts().blocked() == 1
                            && now.goroutines().equals(new GoroutineCounts(0, 0, 0, 1)));
            peer.getOutputStream().write(8);
            assertThat(reading.get()).isEqualTo(15);
        } finally {
            released.set(true);
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
