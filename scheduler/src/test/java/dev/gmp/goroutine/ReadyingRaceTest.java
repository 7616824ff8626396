package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What readies a goroutine meets it on its way off the machine (GOROUTINE-1): unparks against yields and parks, and stack
 * traces, for which the JDK submits a runnable thread once more (JDK-4). A goroutine that is lost hangs its test.
 */
class ReadyingRaceTest {

    private static final int TOKENS = 20_000;

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
    }

    @Test
    void unparksAgainstYieldsAndParks() throws Exception {
        GmpScheduler scheduler = virtual(); // not closed in a finally: that would wait for the lost one for ever
        List<Consumer> consumers = Consumer.start(scheduler, 4);
        List<Thread> unparkers = new ArrayList<>();
        for (Consumer each : consumers) {
            Thread unparker = new Thread(() -> each.feed(TOKENS));
            unparker.start();
            unparkers.add(unparker);
            scheduler.execute(() -> each.feed(TOKENS));
        }
        for (Thread unparker : unparkers) {
            unparker.join();
        }
        for (Consumer each : consumers) {
            each.thread.join();
            assertThat(each.eaten).isEqualTo(2 * TOKENS);
        }
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);
    }

    @Test
    void stackTracesAgainstUnparksAndYields() throws Exception {
        GmpScheduler scheduler = virtual(); // not closed in a finally: that would wait for the lost one for ever
        List<Consumer> consumers = Consumer.start(scheduler, 2);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger frames = new AtomicInteger();
        Thread observer = new Thread(() -> {
            while (!stop.get()) {
                for (Consumer each : consumers) {
                    frames.addAndGet(each.thread.getStackTrace().length);
                }
            }
        });
        observer.start();
        await().until(() -> frames.get() > 0);
        for (Consumer each : consumers) {
            scheduler.execute(() -> each.feed(TOKENS / 4));
            scheduler.execute(() -> each.feed(2 * TOKENS - TOKENS / 4));
        }
        for (Consumer each : consumers) {
            each.thread.join();
            assertThat(each.eaten).isEqualTo(2 * TOKENS);
        }
        stop.set(true);
        observer.join();
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);
    }

    private static GmpScheduler virtual() {
        return GmpScheduler.builder()
                .maxProcs(2)
                .goroutines(GoroutineMode.VIRTUAL)
                .machineKeepAlive(Schedulers.NEVER)
                .build();
    }

    /** A goroutine that eats tokens, parks when there is none, and yields every other time. */
    private static final class Consumer {

        private final AtomicInteger tokens = new AtomicInteger();
        private final Thread thread;
        private int eaten;

        private Consumer(GmpScheduler scheduler) {
            thread = scheduler.threadFactory().newThread(this::eat);
        }

        static List<Consumer> start(GmpScheduler scheduler, int number) {
            List<Consumer> consumers = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                Consumer consumer = new Consumer(scheduler);
                consumer.thread.start();
                consumers.add(consumer);
            }
            return consumers;
        }

        void feed(int number) {
            for (int i = 0; i < number; i++) {
                tokens.incrementAndGet();
                LockSupport.unpark(thread);
                if (i % 64 == 0) {
                    Thread.yield();
                }
            }
        }

        private void eat() {
            while (eaten < 2 * TOKENS) {
                if (tokens.get() == 0) {
                    LockSupport.park();
                } else {
                    tokens.decrementAndGet();
                    if (++eaten % 2 == 0) {
                        Thread.yield();
                    }
                }
            }
        }
    }
}
