package dev.gmp.gotests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Goroutines;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goroutines that compute without end do not keep others from running. */
class PreemptionTest extends GoTest {

    private final AtomicBoolean stop = new AtomicBoolean();
    private volatile long result;

    @AfterEach
    void stopSpinning() {
        stop.set(true);
    }

    /** Go: TestPreemption. Two wait for each other by spinning on one processor, without ever giving way. */
    @Test
    void twoThatWaitForEachOtherBySpinningBothGetOn() throws Exception {
        open(1);
        AtomicInteger turn = new AtomicInteger();
        List<Future<?>> both = new ArrayList<>();
        for (int g = 0; g < 2; g++) {
            int mine = g;
            both.add(go(() -> {
                for (int i = 0; i < (SHORT ? 2 : 5); i++) {
                    while (turn.get() != mine) {
                        Thread.onSpinWait();
                    }
                    turn.set(1 - mine);
                }
            }));
        }
        join(both);
    }

    /** Go: TestPreemptionGC, TestPreemptSplitBig: a collection of garbage waits for none that computes. */
    @Test
    void collectionsOfGarbageHappenBesideSpinners() throws Exception {
        open(3);
        CountDownLatch spinning = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            scheduler.execute(() -> {
                spinning.countDown();
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        spinning.await();
        go(() -> {
                    for (int i = 0; i < (SHORT ? 2 : 10); i++) {
                        Goroutines.yield();
                        System.gc();
                    }
                })
                .get(60, TimeUnit.SECONDS);
    }

    /** Go: TestGCFairness: two that call the system all the time on one processor leave room for a third. */
    @Test
    void aGoroutineInSystemCallsAllTheTimeLeavesRoom() throws Exception {
        open(1);
        for (int i = 0; i < 2; i++) {
            go(() -> {
                while (!stop.get()) {
                    Goroutines.blocking(System::nanoTime);
                }
            });
        }
        for (int i = 0; i < 20; i++) {
            assertThat(scheduler.submit(() -> 1).get(60, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    /** Go: TestGCFairness2: some that allocate all the time let three others get on. */
    @Test
    void aGoroutineThatAllocatesAllTheTimeLeavesRoom() throws Exception {
        open(1);
        int allocating = 3;
        CountDownLatch enough = new CountDownLatch(allocating);
        for (int i = 0; i < allocating; i++) {
            go(() -> {
                int made = 0;
                while (!stop.get()) {
                    made += new byte[16 << 10].length;
                    if (made == 64 << 20) {
                        enough.countDown();
                    }
                }
            });
        }
        enough.await();
    }

    /** Go: TestPreemptionAfterSyscall: also those that call the system again and again, for 10 us to 1 ms each time. */
    @ParameterizedTest
    @ValueSource(ints = {10, 100, 1_000})
    void aGoroutineInAndOutOfSystemCallsIsPreempted(int micros) throws Exception {
        open(2);
        int goroutines = 8;
        CountDownLatch begun = new CountDownLatch(goroutines);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < goroutines; i++) {
            all.add(go(() -> {
                begun.countDown();
                while (!stop.get()) {
                    Goroutines.blocking(() -> spinFor(micros));
                }
            }));
        }
        begun.await(); // all of them, though two would fill the processors
        stop.set(true);
        join(all);
    }

    /** Go: TestAsyncPreempt: loops that call nothing at all. */
    @Test
    void aLoopThatCallsNothingIsPreempted() throws Exception {
        open(1);
        scheduler.execute(() -> {
            long sum = 0;
            while (!stop.get()) {
                for (int i = 0; i < 1_000_000; i++) {
                    sum += i * sum + 1;
                }
            }
            result = sum;
        });
        for (int i = 0; i < 5; i++) {
            assertThat(scheduler.submit(() -> 1).get(60, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    private static Object spinFor(int micros) {
        long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        return end;
    }
}
