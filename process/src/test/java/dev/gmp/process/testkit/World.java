package dev.gmp.process.testkit;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessInfo;
import dev.gmp.process.ProcessListener;
import dev.gmp.process.ProcessState;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.ProcessesSnapshot;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A scheduler with processes on it, for one test. */
public final class World implements AutoCloseable {

    /** So long that a lost wake-up hangs its test instead of being healed when a machine's keep-alive ends. */
    private static final Duration NEVER = Duration.ofSeconds(100_000);

    public final GmpScheduler scheduler;
    public final Processes processes;

    public World(GmpScheduler scheduler, ProcessesBuilder builder) {
        this.scheduler = scheduler;
        this.processes = builder.build();
    }

    public static SchedulerBuilder scheduler(int procs) {
        return GmpScheduler.builder()
                .name("test")
                .goroutines(GoroutineMode.DIRECT)
                .maxProcs(procs)
                .machineKeepAlive(NEVER);
    }

    /** Two processors and these types; failures are told only where a result is asked for. */
    public static World of(ProcessType... types) {
        GmpScheduler scheduler = scheduler(2).build();
        return new World(scheduler, quiet(scheduler, types));
    }

    public static ProcessesBuilder quiet(GmpScheduler scheduler, ProcessType... types) {
        ProcessesBuilder builder = Processes.builder(scheduler).listener(new ProcessListener() {});
        for (ProcessType type : types) {
            builder.register(type);
        }
        return builder;
    }

    public Pid start(String type) {
        return processes.submit(type, "run", null);
    }

    public @Nullable Object result(Pid pid) throws Exception {
        return processes.result(pid).get(60, TimeUnit.SECONDS);
    }

    /** What the process ended by. */
    public Throwable error(Pid pid) {
        return Assertions.catchThrowable(() -> processes
                        .result(pid)
                        .handle((value, error) -> {
                            throw new Ended(error);
                        })
                        .get(60, TimeUnit.SECONDS))
                .getCause()
                .getCause();
    }

    public void await(Pid pid, ProcessState state) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        processes.info(pid.number()).map(ProcessInfo::state).orElse(ProcessState.COMPLETE) == state);
    }

    public void await(Predicate<ProcessesSnapshot> condition) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(60))
                .until(() -> processes.snapshot(10), condition);
    }

    @Override
    public void close() {
        try {
            processes.shutdownNow(Duration.ofSeconds(60));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scheduler.close();
    }

    private static final class Ended extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Ended(Throwable cause) {
            super(cause);
        }
    }
}
