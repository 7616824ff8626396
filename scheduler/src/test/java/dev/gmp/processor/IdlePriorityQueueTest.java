package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Idle-priority work: behind all other work, and never forgotten. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class IdlePriorityQueueTest {

    @Parameter
    GoroutineMode mode;

    private SchedulerBuilder builder(int procs) {
        return Schedulers.direct(procs).goroutines(mode);
    }

    @Test
    void wakesAnIdleScheduler() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(builder(2))) {
            for (int i = 0; i < 200; i++) {
                if (i % 10 == 0) {
                    Schedulers.awaitIdle(scheduler);
                }
                CountDownLatch ran = new CountDownLatch(1);
                scheduler.executeIdle(ran::countDown);
                ran.await();
            }
        }
    }

    @Test
    void comesAfterAllOtherWork() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        try (GmpScheduler scheduler = Unwatched.build(builder(1))) {
            try (Occupied occupied = new Occupied(scheduler)) {
                scheduler.executeIdle(() -> order.add("idle"));
                for (int i = 0; i < 500; i++) {
                    scheduler.execute(() -> order.add("work"));
                }
                occupied.release();
            }
        }
        assertThat(order).hasSize(501).last().isEqualTo("idle");
    }

    @Test
    void findsOtherWorkBetweenTwoItems() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        try (GmpScheduler scheduler = Unwatched.build(builder(1))) {
            try (Occupied occupied = new Occupied(scheduler)) {
                for (int i = 0; i < 3; i++) {
                    scheduler.executeIdle(() -> {
                        order.add("idle");
                        scheduler.execute(() -> order.add("work"));
                    });
                }
                occupied.release();
            }
            Schedulers.awaitIdle(scheduler);
        }
        assertThat(order).containsExactly("idle", "work", "idle", "work", "idle", "work");
    }

    @Test
    void givesWayToOtherWorkAtACheckpoint() throws Exception {
        AtomicBoolean worked = new AtomicBoolean();
        CountDownLatch inside = new CountDownLatch(1);
        try (GmpScheduler scheduler = builder(1).build();
                AutoCloseable ending = () -> worked.set(true)) {
            scheduler.executeIdle(() -> {
                inside.countDown();
                while (!worked.get()) {
                    Goroutines.checkpoint();
                }
            });
            inside.await();
            scheduler.submit(() -> worked.set(true)).get();
        }
    }

    @Test
    void isBoundedAndSaysSo() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        try (GmpScheduler scheduler = Unwatched.build(builder(1).idleQueueCapacity(2))) {
            try (Occupied occupied = new Occupied(scheduler)) {
                scheduler.executeIdle(ran::incrementAndGet);
                scheduler.executeIdle(ran::incrementAndGet);
                assertThatThrownBy(() -> scheduler.executeIdle(ran::incrementAndGet))
                        .isInstanceOf(RejectedExecutionException.class)
                        .hasMessageContaining("2 idle tasks wait (idle-queue-capacity)");
                occupied.release();
            }
            assertThat(scheduler.snapshot().counters().rejections()).isEqualTo(1);
        }
        assertThat(ran).hasValue(2);
    }

    @Test
    void isFinishedBeforeTermination() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        GmpScheduler scheduler = Unwatched.build(builder(2));
        try (Occupied occupied = new Occupied(scheduler)) {
            for (int i = 0; i < 100; i++) {
                scheduler.executeIdle(ran::incrementAndGet);
            }
            scheduler.shutdown();
            assertThatThrownBy(() -> scheduler.executeIdle(() -> {})).isInstanceOf(RejectedExecutionException.class);
            occupied.release();
            Schedulers.awaitTermination(scheduler);
        }
        assertThat(ran).hasValue(100);
    }

    @Test
    void isReturnedByShutdownNow() throws Exception {
        Runnable idle = () -> {};
        GmpScheduler scheduler = Unwatched.build(builder(1).queueCapacity(5));
        try (Occupied occupied = new Occupied(scheduler)) {
            scheduler.executeIdle(idle);
            assertThat(scheduler.shutdownNow()).containsExactly(idle);
            occupied.release();
            Schedulers.awaitTermination(scheduler);
        }
    }
}
