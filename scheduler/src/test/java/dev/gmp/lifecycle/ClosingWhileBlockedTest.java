package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A scheduler ends while its goroutines are blocked on sockets and on monitors; none is lost, and other threads live on. */
class ClosingWhileBlockedTest {

    private static final int GOROUTINES = 20;

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
            Schedulers.awaitTermination(scheduler);
        }
    }

    @Test
    void anOrderlyShutdownWaitsForTheBytes() throws Exception {
        try (Connections connections = new Connections()) {
            List<Future<Integer>> readers = connections.readAll(scheduler);
            scheduler.shutdown();
            assertThat(scheduler.isTerminated()).isFalse();
            connections.sendAll();
            for (int i = 0; i < GOROUTINES; i++) {
                assertThat(readers.get(i).get()).isEqualTo(i);
            }
            Schedulers.awaitTermination(scheduler);
        }
    }

    @Test
    void shutdownNowClosesTheSocketsThatAreRead() throws Exception {
        try (Connections connections = new Connections()) {
            List<Future<Integer>> readers = connections.readAll(scheduler);
            assertThat(scheduler.shutdownNow()).isEmpty();
            Schedulers.awaitTermination(scheduler);
            for (Future<Integer> reader : readers) {
                assertThat(reader)
                        .failsWithin(Duration.ofSeconds(60))
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(SocketException.class);
            }
        }
        aNewSchedulerReadsFromSockets();
    }

    @Test
    void shutdownNowWaitsForAMonitorThatAnotherThreadHolds() throws Exception {
        Object monitor = new Object();
        List<Future<Boolean>> entered = new ArrayList<>();
        synchronized (monitor) {
            CountDownLatch begun = new CountDownLatch(GOROUTINES);
            for (int i = 0; i < GOROUTINES; i++) {
                entered.add(scheduler.submit(() -> {
                    begun.countDown();
                    synchronized (monitor) {
                        return Thread.currentThread().isInterrupted();
                    }
                }));
            }
            begun.await();
            Schedulers.await(
                    scheduler,
                    now -> now.goroutines().runnable() + now.goroutines().running() == 0);
            assertThat(scheduler.shutdownNow()).isEmpty();
            assertThat(scheduler.isTerminated()).isFalse();
        }
        for (Future<Boolean> each : entered) {
            assertThat(each.get()).isTrue(); // as with any thread, an interrupt does not end the wait for a monitor
        }
        Schedulers.awaitTermination(scheduler);
    }

    private static void aNewSchedulerReadsFromSockets() throws Exception {
        try (GmpScheduler later = GmpScheduler.builder()
                        .maxProcs(1)
                        .goroutines(GoroutineMode.VIRTUAL)
                        .build();
                Connections connections = new Connections()) {
            List<Future<Integer>> readers = connections.readAll(later);
            connections.sendAll();
            assertThat(readers.get(GOROUTINES - 1).get()).isEqualTo(GOROUTINES - 1);
        }
    }

    /** Pairs of sockets; goroutines read one byte each from one side. */
    private static final class Connections implements AutoCloseable {

        private final List<Socket> readSides = new ArrayList<>();
        private final List<Socket> writeSides = new ArrayList<>();

        Connections() throws Exception {
            try (ServerSocket server = new ServerSocket(0, GOROUTINES, InetAddress.getLoopbackAddress())) {
                for (int i = 0; i < GOROUTINES; i++) {
                    readSides.add(new Socket(server.getInetAddress(), server.getLocalPort()));
                    writeSides.add(server.accept());
                }
            }
        }

        /** Returns when all are parked in their reads. */
        List<Future<Integer>> readAll(GmpScheduler scheduler) throws Exception {
            CountDownLatch begun = new CountDownLatch(GOROUTINES);
            List<Future<Integer>> readers = new ArrayList<>();
            for (Socket each : readSides) {
                readers.add(scheduler.submit(() -> {
                    begun.countDown();
                    return each.getInputStream().read();
                }));
            }
            begun.await(); // one that moves from one queue to another may look parked
            Schedulers.await(scheduler, now -> now.goroutines().waiting() == GOROUTINES);
            return readers;
        }

        void sendAll() throws Exception {
            for (int i = 0; i < GOROUTINES; i++) {
                writeSides.get(i).getOutputStream().write(i);
            }
        }

        @Override
        public void close() throws Exception {
            for (int i = 0; i < GOROUTINES; i++) {
                readSides.get(i).close();
                writeSides.get(i).close();
            }
        }
    }
}
