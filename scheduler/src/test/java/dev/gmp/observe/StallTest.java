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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scheduler that has work and does not get on with it says so, once, and says when it is over. */
@Timeout(60)
class StallTest {

    private final CountDownLatch release = new CountDownLatch(1);

    @Test
    void everyMachineBlocksAndATaskWaits() throws Exception {
        try (CapturedLog log = CapturedLog.of("dev.gmp.internal.sysmon.StallWatchdog");
                GmpScheduler scheduler = twoMachines().build()) {
            for (int i = 0; i < 2; i++) {
                scheduler.execute(() -> {
                    Goroutines.label("order", "17");
                    blockHere();
                });
            }
            Future<String> waiting = scheduler.submit(() -> "run");

            SchedulerSnapshot stalled = Schedulers.await(scheduler, SchedulerSnapshot::stalled);
            assertThat(stalled.goroutines().runnable()).isEqualTo(1);
            await().until(() -> !log.messages().isEmpty());
            TimeUnit.SECONDS.sleep(2); // it would be reported again meanwhile
            assertThat(log.messages()).singleElement().asString().contains("none has begun", "blockHere", "{order=17}");

            release.countDown();
            assertThat(waiting.get()).isEqualTo("run");
            Schedulers.await(scheduler, now -> !now.stalled());
        }
    }

    @Test
    void whenTheSchedulerHasEndedTheStallIsOver() throws Exception {
        GmpScheduler scheduler = twoMachines().build();
        block(scheduler, 3);
        Schedulers.await(scheduler, SchedulerSnapshot::stalled);
        scheduler.shutdownNow();
        release.countDown();
        assertThat(scheduler.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
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
    void blockedMachinesWithoutWorkAreNoStallAndZeroIsNever() throws Exception {
        try (GmpScheduler withoutWork = twoMachines().build();
                GmpScheduler never = twoMachines().stallAfter(Duration.ZERO).build();
                AutoCloseable ending = release::countDown) {
            block(withoutWork, 2);
            block(never, 3);
            TimeUnit.SECONDS.sleep(4);
            assertThat(withoutWork.snapshot().stalled()).isFalse();
            assertThat(never.snapshot().stalled()).isFalse();
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
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
