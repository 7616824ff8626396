package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Modes;
import dev.gmp.testkit.Occupied;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** A scheduler that has work and does not get on with it says so, once, and says when it is over. */
class StallTest {

    private final CountDownLatch release = new CountDownLatch(1);
    private final Semaphore begun = new Semaphore(0);

    /** The others have no task that waits, and do not look for stalls. */
    @Test
    void everyMachineBlocksAndATaskWaits() throws Exception {
        try (GmpScheduler withoutWork = twoMachines().build();
                GmpScheduler never = twoMachines().stallAfter(Duration.ZERO).build();
                GmpScheduler scheduler = twoMachines().build();
                AutoCloseable ending = release::countDown) {
            block(withoutWork, 2);
            block(never, 3);
            for (int i = 0; i < 2; i++) {
                scheduler.execute(() -> {
                    Goroutines.label("order", "17");
                    blockHere();
                });
            }
            begun.acquire(3 * 2);
            Schedulers.await(withoutWork, now -> !now.stalled()); // as while a thread begins late
            Schedulers.await(scheduler, now -> !now.stalled());
            assertThatAStallIsReportedOnce(scheduler, List.of(withoutWork, never));
        }
    }

    private void assertThatAStallIsReportedOnce(GmpScheduler scheduler, List<GmpScheduler> others) throws Exception {
        try (CapturedLog log = CapturedLog.of("dev.gmp.internal.sysmon.StallWatchdog")) {
            Future<String> waiting = scheduler.submit(() -> "run");

            SchedulerSnapshot stalled = Schedulers.await(scheduler, SchedulerSnapshot::stalled);
            assertThat(stalled.goroutines().runnable()).isEqualTo(1);
            await().until(() -> isReported("test", log));
            stallAndEnd("later"); // meanwhile the first stall would be reported again
            await().until(() -> isReported("later", log));
            assertThat(log.messages())
                    .filteredOn(each -> each.startsWith("scheduler test "))
                    .singleElement()
                    .asString()
                    .contains("none has begun", "blockHere", "{order=17}");
            assertThat(others).noneMatch(other -> other.snapshot().stalled());

            release.countDown();
            assertThat(waiting.get()).isEqualTo("run");
            Schedulers.await(scheduler, now -> !now.stalled());
        }
    }

    private static boolean isReported(String name, CapturedLog log) {
        return log.messages().stream().anyMatch(each -> each.startsWith("scheduler " + name + " "));
    }

    private void stallAndEnd(String name) {
        GmpScheduler scheduler = twoMachines().name(name).build();
        block(scheduler, 3);
        Schedulers.await(scheduler, SchedulerSnapshot::stalled);
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
        assertThat(scheduler.snapshot().stalled()).isFalse();
    }

    /** Sysmon has taken nothing away and every processor is idle, so it would sleep but for the task that waits. */
    @Test
    void everyMachineIsInASectionThatItHasMarked() throws Exception {
        try (GmpScheduler scheduler = twoMachines().build()) {
            for (int i = 0; i < 2; i++) {
                scheduler.execute(() -> {
                    try {
                        Goroutines.blocking(() -> {
                            blockHere();
                            return null;
                        });
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                });
            }
            Schedulers.await(scheduler, now -> now.machineCounts().blocked() == 2);
            Future<String> waiting = scheduler.submit(() -> "run");

            Schedulers.await(scheduler, SchedulerSnapshot::stalled);
            release.countDown();
            assertThat(waiting.get()).isEqualTo("run");
            Schedulers.await(scheduler, now -> !now.stalled());
        }
    }

    @Test
    void aStackIsThatOfTheGoroutine() throws Exception {
        assumeThat(Modes.available()).contains(GoroutineMode.VIRTUAL);
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).goroutines(GoroutineMode.VIRTUAL));
                Occupied occupied = new Occupied(scheduler)) {
            Map<Long, List<StackTraceElement>> stacks = scheduler.machineStacks();

            MachineSnapshot machine = scheduler.snapshot().machines().get(0);
            assertThat(stacks).containsOnlyKeys(machine.id());
            assertThat(stacks.get(machine.id()))
                    .anyMatch(frame -> frame.getClassName().equals(Occupied.class.getName()));
        }
    }

    private static SchedulerBuilder twoMachines() {
        return Schedulers.direct(2).maxMachines(2).stallAfter(Duration.ofSeconds(1));
    }

    private void block(GmpScheduler scheduler, int tasks) {
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(this::blockHere);
        }
    }

    private void blockHere() {
        begun.release();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
