package dev.gmp.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class BlockingWorkTest {
    private static final int TASKS = 20;

    private final AtomicIntegerArray calls = new AtomicIntegerArray(TASKS);

    @Test
    void aBurstRunsEachTaskOnce() {
        try (GmpScheduler scheduler = scheduler(GoroutineMode.DIRECT)) {
            Burst burst = new Burst(scheduler, TASKS, calls::incrementAndGet);

            burst.run();

            assertThat(burst.executions()).isEqualTo(TASKS);
            assertThat(calls.toString()).isEqualTo("[" + "1, ".repeat(TASKS - 1) + "1]");
        }
    }

    @Test
    void aReadFromAFifoEndsWhenItsByteComes() throws Exception {
        try (Fifos fifos = Fifos.make(TASKS, Duration.ofMillis(5));
                GmpScheduler scheduler = scheduler(GoroutineMode.DIRECT)) {
            Burst burst = new Burst(scheduler, TASKS, task -> {
                fifos.read(task);
                calls.incrementAndGet(task);
            });

            burst.run();

            assertThat(calls.toString()).isEqualTo("[" + "1, ".repeat(TASKS - 1) + "1]");
        }
    }

    /** What parks above the frame holds its carrier, so that the monitor has to take the processor. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aNativeFramePinsAVirtualThread() {
        assertThat(handoffsWhileParked(Duration.ofMillis(300), parking -> parking))
                .isZero();
        assertThat(calls.get(0)).isEqualTo(1);
        long handoffs;
        do { // one that gets no CPU for very long may lose its processor as if it computed
            handoffs = handoffsWhileParked(Duration.ofSeconds(20), NativeFrame::around);
        } while (handoffs == 0);
        assertThat(handoffs).isEqualTo(1);
        assertThat(calls.get(0)).isGreaterThan(1);
    }

    @Test
    void hogsDoAllTheirSteps() {
        Hogs hogs = new Hogs(Runnable::run, 3, 10_240);

        hogs.run();

        assertThat(hogs.executions()).isEqualTo(3);
        assertThat(hogs.steps(0)).isEqualTo(10_240);
        assertThat(hogs.steps(2)).isEqualTo(10_240);
        assertThat(Hogs.stepsFor(Duration.ofSeconds(1))).isGreaterThan(1_000_000);
    }

    @Test
    void endlessHogsEndWhenTheyAreStopped() {
        try (GmpScheduler scheduler = scheduler(GoroutineMode.DIRECT)) {
            Hogs hogs = Hogs.endless(scheduler, TASKS);

            hogs.start();
            await(() -> hogs.steps(0) > 0);
            assertThat(hogs.executions()).isZero();
            hogs.stop();
            hogs.await();

            assertThat(hogs.executions()).isEqualTo(TASKS);
        }
    }

    @Test
    void eachWaiterIsFollowedByAnotherUntilTheyAreStopped() {
        try (GmpScheduler scheduler = scheduler(GoroutineMode.DIRECT)) {
            Waiters waiters = new Waiters(
                    task -> scheduler.execute(() -> {
                        calls.incrementAndGet(0);
                        task.run();
                    }),
                    TASKS,
                    Duration.ofMillis(5));

            waiters.start();
            await(() -> calls.get(0) >= 3 * TASKS);
            waiters.stop();
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("a minute has passed").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** How many there are until the first, or until it has been parked for so long. */
    private long handoffsWhileParked(Duration longest, UnaryOperator<Runnable> frame) {
        try (GmpScheduler scheduler = builder(GoroutineMode.VIRTUAL)
                .timeSlice(Duration.ofSeconds(10)) // else it may seem to compute
                .build()) {
            Runnable section = frame.apply(() -> {
                calls.incrementAndGet(0);
                long end = System.nanoTime() + longest.toNanos();
                while (scheduler.snapshot().counters().handoffs() == 0 && System.nanoTime() < end) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                }
            });
            new Burst(scheduler, 1, task -> section.run()).run();
            return scheduler.snapshot().counters().handoffs();
        }
    }

    private static GmpScheduler scheduler(GoroutineMode goroutines) {
        return builder(goroutines).build();
    }

    private static SchedulerBuilder builder(GoroutineMode goroutines) {
        return GmpScheduler.builder().name("blocking-work").maxProcs(1).goroutines(goroutines);
    }
}
