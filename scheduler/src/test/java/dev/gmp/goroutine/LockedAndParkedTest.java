package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.MachineCounts;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.SchedTrace;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A machine whose locked goroutine waits can run no other: it is in use, and not idle (Go: nmidlelocked). */
class LockedAndParkedTest {

    private static final int MACHINES = 2;

    private final CountDownLatch release = new CountDownLatch(1);
    private GmpScheduler scheduler;

    @BeforeEach
    void open() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        scheduler = GmpScheduler.builder()
                .name("test")
                .maxProcs(2)
                .maxMachines(MACHINES)
                .goroutines(GoroutineMode.VIRTUAL)
                .stallAfter(Duration.ofSeconds(1))
                .build();
    }

    @AfterEach
    void close() {
        release.countDown();
        if (scheduler != null) {
            scheduler.close();
        }
    }

    @Test
    void theSnapshotTellsItFromOneThatIsIdle() {
        lockAll();
        SchedulerSnapshot snapshot =
                Schedulers.await(scheduler, now -> now.machineCounts().locked() == MACHINES);
        assertThat(snapshot.machineCounts()).isEqualTo(new MachineCounts(0, 0, 0, 0, MACHINES, 0));
        assertThat(snapshot.machineCounts().total()).isEqualTo(MACHINES);
        assertThat(snapshot.goroutines().waiting()).isEqualTo(MACHINES);
        assertThat(snapshot.machines()).hasSize(MACHINES).allSatisfy(machine -> {
            assertThat(machine.state()).isEqualTo(MachineSnapshot.State.LOCKED);
            assertThat(machine.processor()).isEqualTo(-1);
            assertThat(machine.running()).startsWith(getClass().getName());
        });

        release.countDown();
        Schedulers.await(scheduler, now -> now.machineCounts().locked() == 0);
    }

    @Test
    void goCountsThemApartFromIdleThreads() {
        lockAll();
        SchedulerSnapshot snapshot =
                Schedulers.await(scheduler, now -> now.machineCounts().locked() == MACHINES);
        assertThat(SchedTrace.line(snapshot)).contains("threads=2 ", "idlethreads=0 ");
        assertThat(SchedTrace.detail(snapshot).lines())
                .contains("  nmidlelocked=2")
                .anyMatch(line -> line.startsWith(
                        "  M0: p=nil state=locked curg=" + getClass().getName()));
    }

    @Test
    void itsStackIsThatOfTheGoroutine() {
        lockAll();
        Schedulers.await(scheduler, now -> now.machineCounts().locked() == MACHINES);
        assertThat(scheduler.machineStacks())
                .hasSize(MACHINES)
                .allSatisfy((machine, stack) -> assertThat(stack)
                        .anyMatch(frame -> frame.getMethodName().equals("waitHere")));
    }

    @Test
    void whenAllAreSoATaskThatWaitsIsAStallAndTheReportSaysWhatTheyWaitFor() throws Exception {
        lockAll();
        // A thread that begins late is a stall by itself.
        Schedulers.await(scheduler, now -> now.machineCounts().locked() == MACHINES && !now.stalled());
        try (CapturedLog log = CapturedLog.of("dev.gmp.internal.sysmon.StallWatchdog")) {
            Future<String> waiting = scheduler.submit(() -> "run");

            Schedulers.await(scheduler, SchedulerSnapshot::stalled);
            await().until(() -> !log.messages().isEmpty());
            assertThat(log.messages()).singleElement().asString().contains("none has begun", "waitHere");

            release.countDown();
            assertThat(waiting.get()).isEqualTo("run");
            Schedulers.await(scheduler, now -> !now.stalled());
        }
    }

    private void lockAll() {
        for (int i = 0; i < MACHINES; i++) {
            scheduler.execute(() -> {
                Goroutines.lockMachine();
                waitHere();
                Goroutines.unlockMachine();
            });
        }
    }

    private void waitHere() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
