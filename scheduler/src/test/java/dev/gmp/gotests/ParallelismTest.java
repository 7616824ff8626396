package dev.gmp.gotests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** As many goroutines run at once as there are processors, also while their number changes. */
class ParallelismTest extends GoTest {

    /** Go: TestGoroutineParallelism. They pass a turn round by spinning: only if all run at once does it come round. */
    @Test
    void asManySpinAtOnceAsThereAreProcessors() throws Exception {
        int procs = SHORT ? 3 : 4;
        open(procs);
        for (int round = 0; round < (SHORT ? 3 : 10); round++) {
            passTurnsBySpinning(procs);
        }
    }

    /** Go: TestGoroutineParallelism2, where others were blocked in the meantime and have just come back. */
    @Test
    void asManySpinAtOnceAfterOthersHaveBlocked() throws Exception {
        int procs = SHORT ? 3 : 4;
        open(procs);
        for (int round = 0; round < (SHORT ? 3 : 10); round++) {
            CountDownLatch blocked = new CountDownLatch(2 * procs);
            CountDownLatch goOn = new CountDownLatch(1);
            for (int i = 0; i < 2 * procs; i++) {
                scheduler.execute(() -> {
                    blocked.countDown();
                    Latches.await(goOn);
                });
            }
            blocked.await();
            goOn.countDown();
            passTurnsBySpinning(procs);
        }
    }

    private void passTurnsBySpinning(int procs) throws Exception {
        AtomicInteger turn = new AtomicInteger();
        List<Future<?>> spinners = new ArrayList<>();
        for (int p = 0; p < procs; p++) {
            int place = p;
            spinners.add(go(() -> {
                for (int i = 0; i < 3; i++) {
                    int mine = procs * i + place;
                    while (turn.get() != mine) {
                        Thread.onSpinWait();
                    }
                    turn.set(mine + 1);
                }
            }));
        }
        join(spinners);
        assertThat(turn).hasValue(3 * procs);
    }

    /** Go: TestStopTheWorldDeadlock. The garbage collector stops the JVM's world, resizing is what remains of Go's stop. */
    @Test
    void endlessSpawningBesideResizesAndCollectionsDoesNotDeadlock() throws Exception {
        open(3);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong spawned = new AtomicLong(1);
        AtomicLong ran = new AtomicLong();
        scheduler.execute(new Runnable() {
            @Override
            public void run() {
                if (!stop.get()) {
                    spawned.incrementAndGet();
                    scheduler.execute(this);
                }
                ran.incrementAndGet();
            }
        });
        SplittableRandom random = new SplittableRandom(1);
        FutureTask<Void> collections = Together.start(() -> {
            for (int i = 0; i < (SHORT ? 5 : 100); i++) {
                System.gc();
            }
        });
        for (int i = 0; i < 1_000; i++) {
            scheduler.setMaxProcs(1 + random.nextInt(8));
        }
        Together.join(collections);
        stop.set(true);
        await().until(() -> ran.get() == spawned.get());
    }

    /** Go: TestBigGOMAXPROCS. */
    @Test
    void aThousandProcessorsWork() throws Exception {
        open(1_024);
        assertThat(scheduler.submit(() -> 42).get()).isEqualTo(42);
        CountDownLatch all = new CountDownLatch(10_000);
        for (int i = 0; i < 10_000; i++) {
            scheduler.execute(all::countDown);
        }
        all.await();
    }

    /** Go: TestMexitSTW: threads end while the number of processors changes. */
    @Test
    void threadsMayEndDuringAResize() throws Exception {
        try (GmpScheduler ending =
                builder(4).machineKeepAlive(Duration.ofMillis(1)).build()) {
            for (int i = 0; i < 200; i++) {
                CountDownLatch ran = new CountDownLatch(4);
                for (int task = 0; task < 4; task++) {
                    ending.execute(ran::countDown);
                }
                ending.setMaxProcs(1 + i % 4);
                ran.await();
            }
        }
    }

    /** Go: the counts of {@code /sched/goroutines}, exact within 4: running, waiting or in a syscall, runnable. */
    @Test
    void goroutinesAreCountedByWhatTheyDo() throws Exception {
        int blocking = 20;
        int spinning = 2;
        open(spinning);
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(blocking);
        CountDownLatch goOn = new CountDownLatch(1);
        for (int i = 0; i < blocking; i++) {
            scheduler.execute(() -> {
                begun.countDown();
                Latches.await(goOn);
            });
        }
        begun.await();
        for (int i = 0; i < spinning; i++) {
            scheduler.execute(() -> {
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        Schedulers.await(scheduler, now -> {
            long blocked = mode == GoroutineMode.VIRTUAL
                    ? now.goroutines().waiting()
                    : now.goroutines().syscall();
            return Math.abs(blocked - blocking) <= 4
                    && Math.abs(now.goroutines().running() - spinning) <= 4
                    && now.goroutines().runnable() <= 4;
        });
        // Go: TestNumGoroutine
        assertThat(scheduler.snapshot().goroutines().live()).isEqualTo(blocking + spinning);
        stop.set(true);
        goOn.countDown();
    }
}
