package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.DefaultVirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goroutines are made and readied by every kind of thread that can do so (JDK-1). */
class ReadiersTest {

    private static final int ROUNDS = 200;

    private GmpScheduler scheduler;
    private GmpScheduler other;

    private enum Submitter {
        PLATFORM_THREAD,
        DEFAULT_VIRTUAL_THREAD,
        VIRTUAL_GOROUTINE,
        DIRECT_GOROUTINE,
        VIRTUAL_GOROUTINE_OF_ANOTHER_SCHEDULER,
        DIRECT_GOROUTINE_OF_ANOTHER_SCHEDULER
    }

    @BeforeEach
    void open() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = virtual("one");
        other = virtual("other");
    }

    @AfterEach
    void close() {
        if (scheduler != null) {
            scheduler.shutdown();
            other.shutdown();
            Schedulers.awaitTermination(scheduler);
            Schedulers.awaitTermination(other);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUnparkFromAnyThreadRunsTheGoroutine(Submitter submitter) throws Exception {
        AtomicInteger turn = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(2);
        Thread goroutine = scheduler.threadFactory().newThread(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                while (turn.get() != 2 * round + 1) {
                    LockSupport.park();
                }
                turn.incrementAndGet();
            }
            done.countDown();
        });
        goroutine.start();
        executorOf(submitter).execute(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                turn.incrementAndGet();
                LockSupport.unpark(goroutine);
                while (turn.get() != 2 * round + 2) {
                    Goroutines.yield();
                }
            }
            done.countDown();
        });
        done.await();
        assertThat(turn).hasValue(2 * ROUNDS);
    }

    @ParameterizedTest
    @EnumSource
    void aTaskFromAnyThreadRunsOnThisScheduler(Submitter submitter) throws Exception {
        CountDownLatch done = new CountDownLatch(ROUNDS);
        AtomicInteger here = new AtomicInteger();
        executorOf(submitter).execute(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                scheduler.execute(() -> {
                    here.addAndGet(Goroutines.current().scheduler().equals("one") ? 1 : 0);
                    done.countDown();
                });
            }
        });
        done.await();
        assertThat(here).hasValue(ROUNDS);
    }

    @Test
    void theJdksTimerAndUnblockerAndPollersReadyThem() throws Exception {
        Object monitor = new Object();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            int goroutines = 50;
            CountDownLatch done = new CountDownLatch(goroutines + 1);
            for (int i = 0; i < goroutines; i++) {
                scheduler.submit(() -> {
                    for (int round = 0; round < 20; round++) {
                        LockSupport.parkNanos(200_000);
                        synchronized (monitor) {
                            monitor.wait(1);
                        }
                    }
                    done.countDown();
                    return null;
                });
            }
            scheduler.submit(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    assertThat(client.getInputStream().read()).isEqualTo(i);
                }
                done.countDown();
                return null;
            });
            for (int i = 0; i < ROUNDS; i++) {
                accepted.getOutputStream().write(i);
            }
            done.await();
        }
        await().until(() -> scheduler.snapshot().goroutines().live() == 0);
    }

    private Executor executorOf(Submitter submitter) {
        return switch (submitter) {
            case PLATFORM_THREAD -> task -> new Thread(task).start();
            case DEFAULT_VIRTUAL_THREAD ->
                task -> DefaultVirtualThreads.factory().newThread(task).start();
            case VIRTUAL_GOROUTINE -> scheduler;
            case DIRECT_GOROUTINE -> scheduler.direct();
            case VIRTUAL_GOROUTINE_OF_ANOTHER_SCHEDULER -> other;
            case DIRECT_GOROUTINE_OF_ANOTHER_SCHEDULER -> other.direct();
        };
    }

    private static GmpScheduler virtual(String name) {
        return GmpScheduler.builder()
                .name(name)
                .maxProcs(2)
                .goroutines(GoroutineMode.VIRTUAL)
                .machineKeepAlive(Schedulers.NEVER)
                .build();
    }
}
