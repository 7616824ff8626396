package dev.gmp.jdkdemands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.jdk.CarrierThreads;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.DefaultVirtualThreads;
import dev.gmp.testkit.Interrupts;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Demand by demand. */
class SchedulerDemandsTest {

    private GmpScheduler scheduler;

    @BeforeEach
    void open() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = Unwatched.build(Schedulers.direct(1).goroutines(GoroutineMode.VIRTUAL));
    }

    @AfterEach
    void close() {
        if (scheduler != null) {
            scheduler.shutdownNow();
            Schedulers.awaitTermination(scheduler);
        }
    }

    @Test
    void itIsUsedAtTheStartAfterAParkAndAfterAYield() throws Exception {
        CountDownLatch parking = new CountDownLatch(1);
        CompletableFuture<Boolean> always = new CompletableFuture<>();
        Thread thread = scheduler.threadFactory().newThread(() -> {
            boolean ours = carriedByAMachine();
            Thread.yield();
            ours &= carriedByAMachine();
            parking.countDown();
            LockSupport.park();
            always.complete(ours & carriedByAMachine());
        });
        thread.start();
        parking.await();
        LockSupport.unpark(thread);

        assertThat(always.get(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void itIsInheritedByThreadsThatAreStartedInside() throws Exception {
        Future<Boolean> inside = scheduler.submit(() -> {
            CompletableFuture<Boolean> child = new CompletableFuture<>();
            DefaultVirtualThreads.factory()
                    .newThread(() -> child.complete(carriedByAMachine()))
                    .start();
            return child.get();
        });

        assertThat(inside.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(scheduler.snapshot().counters().created()).isEqualTo(1); // it is carried, and no task
    }

    /** A continuation on a virtual thread fails; so nothing of ours is ever carried by one. */
    @Test
    void whatCarriesIsAPlatformThread() throws Exception {
        Thread carrier = scheduler.submit(CarrierThreads::current).get(60, TimeUnit.SECONDS);
        Thread carrierOfTheChild = scheduler
                .submit(() -> {
                    CompletableFuture<Thread> child = new CompletableFuture<>();
                    scheduler.execute(() -> child.complete(CarrierThreads.current()));
                    return child.get();
                })
                .get(60, TimeUnit.SECONDS);

        assertThat(MachineThreads.of(carrier)).isNotNull();
        assertThat(MachineThreads.of(carrierOfTheChild)).isNotNull();
    }

    @Test
    void anInterruptDoesNotLeakToTheCarrierNorToTheNext() throws Exception {
        AtomicInteger leaks = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            scheduler.execute(() -> {
                leaks.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                Thread.currentThread().interrupt();
                Thread.yield(); // unmounts with its status set
                Thread.currentThread().interrupt();
            });
            scheduler
                    .direct()
                    .execute(() -> leaks.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0));
        }
        scheduler.close();

        assertThat(leaks).hasValue(0);
    }

    @Test
    void aSubmissionThatComesTwiceIsHarmless() throws Exception {
        AtomicInteger steps = new AtomicInteger();
        CountDownLatch yielded = new CountDownLatch(1);
        try (Occupied busy = new Occupied(scheduler)) {
            Thread thread = scheduler.threadFactory().newThread(() -> {
                steps.incrementAndGet();
                yielded.countDown();
                for (int i = 0; i < 100; i++) {
                    Thread.yield();
                    steps.incrementAndGet();
                }
            });
            thread.start();
            for (int i = 0; i < 10; i++) {
                assertThat(thread.getStackTrace()).isNotNull(); // submits a runnable thread again
            }
            busy.release();
            yielded.await();
            while (thread.isAlive()) {
                Interrupts.check();
                assertThat(thread.getStackTrace()).isNotNull();
            }
        }
        assertThat(steps).hasValue(101);
        assertThat(scheduler.submit(() -> 1).get(60, TimeUnit.SECONDS)).isEqualTo(1);
    }

    /** If the scheduler parked in {@code execute}, or took the permit, the park at the end would last for ever. */
    @Test
    void theParkPermitOfTheSubmitterIsLeftAlone() throws Exception {
        Runnable submitting = () -> {
            for (int i = 0; i < 200; i++) {
                CountDownLatch ran = new CountDownLatch(3);
                Thread parked = scheduler.threadFactory().newThread(() -> {
                    LockSupport.park();
                    ran.countDown();
                });
                LockSupport.unpark(Thread.currentThread());
                parked.start();
                LockSupport.unpark(parked);
                scheduler.execute(ran::countDown);
                scheduler.direct().execute(ran::countDown);
                LockSupport.park();
                awaitWithoutParking(ran);
            }
        };
        Thread platform = new Thread(submitting);
        platform.start();
        platform.join();
        scheduler.submit(submitting).get(60, TimeUnit.SECONDS);
    }

    private static void awaitWithoutParking(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Goroutines.yield();
        }
    }

    @Test
    void aStartThatIsRefusedEndsTheThreadAndNoOther() throws Exception {
        Thread late = scheduler.threadFactory().newThread(() -> {});
        AtomicReference<Thread> parked = new AtomicReference<>();
        CountDownLatch parking = new CountDownLatch(1);
        Future<Boolean> living = scheduler.submit(() -> {
            parked.set(Thread.currentThread());
            parking.countDown();
            LockSupport.park();
            return carriedByAMachine();
        });
        parking.await();
        scheduler.shutdown();

        assertThatThrownBy(late::start).isInstanceOf(RejectedExecutionException.class);
        assertThat(late.getState()).isEqualTo(Thread.State.TERMINATED);
        LockSupport.unpark(parked.get()); // an unpark is never refused
        assertThat(living.get(60, TimeUnit.SECONDS)).isTrue();
    }

    /** The JDK's own executor of virtual threads, with threads that are goroutines. */
    @Test
    void theJdksExecutorRunsOnIt() throws Exception {
        ExecutorService perTask = (ExecutorService) Executors.class
                .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                .invoke(null, scheduler.threadFactory());
        for (int i = 0; i < 50; i++) {
            assertThat(perTask.submit(SchedulerDemandsTest::carriedByAMachine).get(60, TimeUnit.SECONDS))
                    .isTrue();
        }
        perTask.shutdown();
        assertThat(perTask.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    private static boolean carriedByAMachine() {
        Machine machine = MachineThreads.current();
        return machine != null && !machine.isCurrentThread();
    }
}
