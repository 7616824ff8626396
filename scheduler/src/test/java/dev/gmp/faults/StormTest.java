package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Much too much of one thing. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class StormTest {

    @Parameter
    GoroutineMode mode;

    /** Each scheduler is shut down while a thread outside and a goroutine inside submit to it. */
    @Test
    void schedulersThatComeAndGoLoseNothingAndLeaveNoThread() throws Exception {
        List<Together.Work> works = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SplittableRandom random = new SplittableRandom(i);
            works.add(() -> {
                for (int life = 0; life < 40; life++) {
                    liveShortly(random);
                }
            });
        }
        Together.run(works);

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("gmp-storm")));
    }

    @Test
    void aThousandProcessorsOnFewCpus() throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .name("wide")
                .goroutines(mode)
                .maxProcs(1_000)
                .build()) {
            AtomicInteger ran = new AtomicInteger();
            for (int i = 0; i < 2_000; i++) {
                scheduler.execute(() -> {
                    for (int child = 0; child < 4; child++) {
                        scheduler.execute(ran::incrementAndGet);
                    }
                });
            }
            await().until(() -> ran.get() == 8_000);
            assertThat(Schedulers.awaitIdle(scheduler).idleProcs()).isEqualTo(1_000);
        }
    }

    /** What interrupts the scheduler's own threads, idle ones and sysmon too, reaches no later task by that. */
    @Test
    void interruptsOfIdleMachinesReachNoTask() throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .name("interrupted-" + mode)
                .goroutines(mode)
                .maxProcs(2)
                .build()) {
            for (int round = 0; round < 200; round++) {
                for (Thread thread : Thread.getAllStackTraces().keySet()) {
                    if (thread.getName().startsWith("gmp-interrupted-" + mode)) {
                        thread.interrupt();
                    }
                }
                assertThat(scheduler.submit(Thread::interrupted).get(60, TimeUnit.SECONDS))
                        .isFalse();
            }
            Schedulers.awaitIdle(scheduler);
        }
    }

    /** Its owner is gone, so it stays locked; what waits for it holds no other up and can be interrupted. */
    @Test
    void aLockThatATaskLeavesLockedStopsOnlyThoseThatWantIt() throws Exception {
        GmpScheduler scheduler =
                GmpScheduler.builder().goroutines(mode).maxProcs(1).build();
        ReentrantLock lock = new ReentrantLock();
        scheduler.submit((Runnable) lock::lock).get();
        assertThat(lock.isLocked()).isTrue();
        AtomicInteger interrupted = new AtomicInteger();
        Future<?> waiting = null;
        if (mode == GoroutineMode.VIRTUAL) { // a direct goroutine's thread runs others, which own the lock with it
            waiting = scheduler.submit(() -> {
                try {
                    lock.lockInterruptibly();
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                    throw e;
                }
                return null;
            });
            await().until(lock::hasQueuedThreads);
        }
        assertThat(scheduler.submit(() -> "passed").get(60, TimeUnit.SECONDS)).isEqualTo("passed");

        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
        assertThat(interrupted).hasValue(waiting == null ? 0 : 1);
    }

    private void liveShortly(SplittableRandom random) throws InterruptedException, ExecutionException {
        GmpScheduler scheduler = GmpScheduler.builder()
                .name("storm")
                .goroutines(mode)
                .maxProcs(random.nextInt(1, 4))
                .build();
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        Runnable insideSubmitter = () -> {
            ran.incrementAndGet();
            begun.countDown();
            submitUntilRefused(scheduler, accepted, ran);
        };
        Thread outside = new Thread(() -> submitUntilRefused(scheduler, accepted, ran));
        outside.start();
        accepted.incrementAndGet();
        scheduler.execute(insideSubmitter);
        begun.await();
        Together.jitter(random.nextInt());
        int returned = 0;
        if (random.nextBoolean()) {
            returned = scheduler.shutdownNow().size();
        } else {
            scheduler.shutdown();
        }
        outside.join();
        Schedulers.awaitTermination(scheduler);
        assertThat(ran.get() + returned).isEqualTo(accepted.get());
    }

    private static void submitUntilRefused(GmpScheduler scheduler, AtomicInteger accepted, AtomicInteger ran) {
        try {
            for (int i = 0; i < 20_000; i++) {
                scheduler.execute(ran::incrementAndGet);
                accepted.incrementAndGet();
            }
        } catch (RejectedExecutionException expected) {
            // it is shut down
        }
    }
}
