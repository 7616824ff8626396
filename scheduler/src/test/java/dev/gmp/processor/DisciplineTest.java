package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Checkers;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In which order one processor, which no other helps and no monitor watches, runs what a goroutine of its own makes. */
class DisciplineTest {

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "VIRTUAL"})
    void theNewestRunsFirst(GoroutineMode mode) throws Exception {
        assertThat(order(Discipline.LIFO, mode, 5)).containsExactly(4, 3, 2, 1, 0);
    }

    /** Go: the last one made is in runnext, the others in the ring. */
    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "VIRTUAL"})
    void inGosOrderTheLastRunsFirstAndTheOthersInTurn(GoroutineMode mode) throws Exception {
        assertThat(order(Discipline.GO, mode, 5)).containsExactly(4, 0, 1, 2, 3);
    }

    /** One that waits for the end of others, one after the other, would be run next by each of them, and wait again. */
    @Test
    void aGoroutineThatWaitedForAnEndComesLast() throws Exception {
        assertThat(orderAroundAParent(parent -> {}, Checkers::join))
                .containsExactly("third", "first", "second", "parent");
    }

    @Test
    void aGoroutineWokenByARunningOneComesNext() throws Exception {
        assertThat(orderAroundAParent(LockSupport::unpark, first -> LockSupport.park()))
                .containsExactly("third", "first", "parent", "second");
    }

    /** A chain in which each makes the next would pass those that wait for ever, did not one turn in 61 take the oldest. */
    @Test
    void theOldestComesBesideAnEndlessChain() throws Exception {
        try (GmpScheduler scheduler = unwatched(GoroutineMode.DIRECT, Discipline.LIFO)) {
            CountDownLatch oldestRan = new CountDownLatch(1);
            scheduler.execute(() -> {
                scheduler.execute(oldestRan::countDown);
                chain(scheduler, oldestRan);
            });
            oldestRan.await();
        }
    }

    @Test
    void whatTheQueueCannotHoldRunsToo() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(
                Schedulers.direct(1).goroutines(GoroutineMode.DIRECT).discipline(Discipline.LIFO), 4)) {
            AtomicInteger ran = new AtomicInteger();
            CountDownLatch all = new CountDownLatch(1_000);
            scheduler.execute(() -> {
                for (int i = 0; i < 1_000; i++) {
                    scheduler.execute(() -> {
                        ran.incrementAndGet();
                        all.countDown();
                    });
                }
            });
            all.await();
            assertThat(ran).hasValue(1_000);
            assertThat(scheduler.snapshot().counters().runQueueOverflows()).isPositive();
        }
    }

    private static void chain(GmpScheduler scheduler, CountDownLatch until) {
        if (until.getCount() > 0) {
            scheduler.execute(() -> chain(scheduler, until));
        }
    }

    private static List<Integer> order(Discipline discipline, GoroutineMode mode, int count) throws Exception {
        Assumptions.assumeTrue(
                mode == GoroutineMode.DIRECT || VirtualThreads.available(), "no virtual goroutines here");
        try (GmpScheduler scheduler = unwatched(mode, discipline)) {
            List<Integer> order = new CopyOnWriteArrayList<>();
            CountDownLatch all = new CountDownLatch(count);
            scheduler.execute(() -> {
                for (int i = 0; i < count; i++) {
                    int number = i;
                    scheduler.execute(() -> {
                        order.add(number);
                        all.countDown();
                    });
                }
            });
            Latches.await(all);
            return order;
        }
    }

    /**
     * @param atTheEnd of the first child, gets the parent
     * @param wait of the parent, gets the first child
     */
    private static List<String> orderAroundAParent(Consumer<Thread> atTheEnd, Consumer<Thread> wait) throws Exception {
        Assumptions.assumeTrue(VirtualThreads.available(), "no virtual goroutines here");
        try (GmpScheduler scheduler = unwatched(GoroutineMode.VIRTUAL, Discipline.GO)) {
            List<String> order = new CopyOnWriteArrayList<>();
            Thread parent = start(scheduler, () -> {
                Thread self = Thread.currentThread();
                Thread first = start(scheduler, () -> {
                    order.add("first");
                    atTheEnd.accept(self);
                });
                start(scheduler, () -> order.add("second"));
                start(scheduler, () -> order.add("third"));
                wait.accept(first);
                order.add("parent");
            });
            parent.join();
            await().until(() -> order.size() == 4);
            return order;
        }
    }

    private static Thread start(GmpScheduler scheduler, Runnable body) {
        Thread thread = scheduler.threadFactory().newThread(body);
        thread.start();
        return thread;
    }

    private static GmpScheduler unwatched(GoroutineMode mode, Discipline discipline) {
        return Unwatched.build(Schedulers.direct(1).goroutines(mode).discipline(discipline));
    }
}
