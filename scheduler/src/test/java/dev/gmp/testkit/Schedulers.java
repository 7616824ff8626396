package dev.gmp.testkit;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.observe.SchedulerSnapshot;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;

/** Schedulers as tests want them. */
public final class Schedulers {

    /** So long that a lost wake-up hangs its test instead of being healed when a machine's keep-alive ends. */
    public static final Duration NEVER = Duration.ofSeconds(100_000);

    private Schedulers() {}

    /** Direct goroutines on a number of processors; no machine ends for want of work. */
    public static SchedulerBuilder direct(int procs) {
        return GmpScheduler.builder()
                .name("test")
                .goroutines(GoroutineMode.DIRECT)
                .maxProcs(procs)
                .machineKeepAlive(NEVER);
    }

    /** The machine that has begun to run this task, a direct goroutine. */
    public static Machine machineThatRuns(GmpScheduler scheduler, Runnable task) {
        CompletableFuture<Machine> machine = new CompletableFuture<>();
        scheduler.direct().execute(() -> {
            machine.complete(MachineThreads.of(Thread.currentThread()));
            task.run();
        });
        return machine.join();
    }

    /** Waits until all has ended after a shutdown. */
    public static void awaitTermination(GmpScheduler scheduler) {
        try {
            Assertions.assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS))
                    .as("terminated; %s", scheduler.snapshot())
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until a snapshot looks as it should. */
    public static SchedulerSnapshot await(GmpScheduler scheduler, Predicate<SchedulerSnapshot> condition) {
        return Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(60))
                .until(scheduler::snapshot, condition);
    }

    /** Waits until all machines are parked. */
    public static SchedulerSnapshot awaitIdle(GmpScheduler scheduler) {
        return await(
                scheduler,
                now -> now.idleProcs() == now.procs()
                        && now.machineCounts().idle() == now.machineCounts().total()
                        && now.spinningMachines() == 0
                        && now.runQueueDepth() == 0);
    }

    /** Waits until the monitor of an idle scheduler sleeps. */
    public static void awaitThatTheMonitorSleeps() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().equals("gmp-test-sysmon")
                                && thread.getState() == Thread.State.WAITING));
    }

    /** What a scheduler that is built so is configured by. */
    public static SchedulerConfig config(SchedulerBuilder builder) {
        try (GmpScheduler built = builder.build()) {
            return built.config();
        }
    }
}
