package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Pinned;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A direct goroutine is run, on a plain thread, though the machines carry virtual goroutines already. */
@ParameterizedClass
@EnumSource
class DirectAmongVirtualTest {

    /** How a direct goroutine comes into a scheduler of virtual ones. */
    enum WayIn {
        SUBMITTED {
            @Override
            void submit(GmpScheduler scheduler, Runnable task) {
                scheduler.direct().execute(task);
            }
        },
        SUBMITTED_BY_A_VIRTUAL_ONE {
            @Override
            void submit(GmpScheduler scheduler, Runnable task) {
                scheduler.execute(() -> scheduler.direct().execute(task));
            }
        },
        IDLE_PRIORITY {
            @Override
            void submit(GmpScheduler scheduler, Runnable task) {
                scheduler.executeIdle(task);
            }
        };

        abstract void submit(GmpScheduler scheduler, Runnable task);
    }

    @Parameter
    WayIn wayIn;

    private final CountDownLatch released = new CountDownLatch(1);
    private GmpScheduler scheduler;

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
    }

    @AfterEach
    void close() {
        released.countDown();
        if (scheduler != null) {
            scheduler.shutdown(); // and not closed: that would wait for ever where one is stuck
            Schedulers.awaitTermination(scheduler);
        }
    }

    @Test
    void whenTheVirtualOnesHaveEnded() throws Exception {
        open(virtual(2));
        for (int i = 0; i < 100; i++) {
            scheduler.submit(() -> {}).get();
        }
        Schedulers.awaitIdle(scheduler);

        assertRunsOnAPlainThread();
    }

    @Test
    void whileMoreThanTheProcessorsArePinned() throws Exception {
        open(virtual(2));
        List<Future<?>> pinned = pin(3);

        assertRunsOnAPlainThread();
        assertAllEnd(pinned);
    }

    @Test
    void whileTheOnlyMachineCarriesOneThatSleepsAgainAndAgain() throws Exception {
        open(virtual(1).maxMachines(1));
        Future<?> busy = scheduler.submit(this::sleepUntilReleased);

        assertRunsOnAPlainThread();
        assertAllEnd(List.of(busy));
    }

    @Test
    void whileAllMachinesButOneArePinned() throws Exception {
        open(virtual(1).maxMachines(3));
        List<Future<?>> all = pin(2);
        all.add(scheduler.submit(this::sleepUntilReleased));

        assertRunsOnAPlainThread();
        assertAllEnd(all);
    }

    @Test
    void whileAllMachinesButOneAreLockedToVirtualOnes() throws Exception {
        open(virtual(1).maxMachines(2));
        CountDownLatch begun = new CountDownLatch(1);
        Future<?> locked = scheduler.submit(() -> {
            Goroutines.lockMachine();
            begun.countDown();
            sleepUntilReleased();
            Goroutines.unlockMachine();
        });
        begun.await();

        assertRunsOnAPlainThread();
        assertAllEnd(List.of(locked));
    }

    @Test
    void whenOneOfThemThatWereAllPinnedIsReleased() throws Exception {
        open(virtual(2).maxMachines(2));
        List<Future<?>> pinned = pin(2);
        CompletableFuture<Thread> direct = new CompletableFuture<>();
        wayIn.submit(scheduler, () -> direct.complete(Thread.currentThread()));

        assertAllEnd(pinned);
        assertThat(direct.get(60, TimeUnit.SECONDS)).isNotInstanceOf(ForkJoinWorkerThread.class);
    }

    @Test
    void whileVirtualOnesComeAndGo() throws Exception {
        open(virtual(2).maxMachines(2));
        int rounds = 500;
        CountDownLatch virtualOnes = new CountDownLatch(rounds);
        for (int round = 0; round < rounds; round++) {
            scheduler.execute(() -> {
                Thread.yield();
                virtualOnes.countDown();
            });
            assertRunsOnAPlainThread();
        }
        assertThat(virtualOnes.await(60, TimeUnit.SECONDS)).isTrue();
    }

    private static SchedulerBuilder virtual(int procs) {
        return Schedulers.direct(procs).goroutines(GoroutineMode.VIRTUAL);
    }

    private void open(SchedulerBuilder builder) {
        scheduler = builder.build();
    }

    /** Virtual goroutines that block their machines until they are released. */
    private List<Future<?>> pin(int count) {
        List<Future<?>> pinned = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pinned.add(scheduler.submit(() -> Pinned.run(() -> Latches.await(released))));
        }
        Schedulers.await(scheduler, now -> now.machineCounts().blocked() == count);
        return pinned;
    }

    private void sleepUntilReleased() {
        try {
            while (!released.await(1, TimeUnit.MILLISECONDS)) {
                Thread.yield();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertRunsOnAPlainThread() throws Exception {
        CompletableFuture<Thread> direct = new CompletableFuture<>();
        wayIn.submit(scheduler, () -> direct.complete(Thread.currentThread()));
        assertThat(direct.get(60, TimeUnit.SECONDS)).isNotInstanceOf(ForkJoinWorkerThread.class);
    }

    private void assertAllEnd(List<Future<?>> virtualOnes) throws Exception {
        released.countDown();
        for (Future<?> one : virtualOnes) {
            one.get(60, TimeUnit.SECONDS);
        }
    }
}
