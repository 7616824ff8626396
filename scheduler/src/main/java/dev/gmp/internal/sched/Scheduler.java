package dev.gmp.internal.sched;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.observe.SchedulerSnapshot;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One scheduler, wired: the verbs around one {@link SchedulerState}. Thread-safe. */
public final class Scheduler {

    private final Lifecycle lifecycle;
    private final Submission submission;
    private final Observation observation;
    private final Listeners listeners = new Listeners();
    private final @Nullable SchedTraceLog trace;
    private final ScheduleLoop loop;

    public Scheduler(SchedulerConfig config) {
        this(config, LocalRunQueue.CAPACITY);
    }

    /** @param queueCapacity the size of each local ring, small where a test wants overflows */
    public Scheduler(SchedulerConfig config, int queueCapacity) {
        SchedulerState state = new SchedulerState(config, queueCapacity);
        lifecycle = new Lifecycle(state);
        Admission admission = new Admission(config, lifecycle, listeners);
        MachinePool machines = new MachinePool(state, machine -> loop().run(machine), this::machinesEnded);
        lifecycle.manage(machines);
        WakeUp wakeUp = new WakeUp(state, machines);
        Stealing stealing = new Stealing(state, wakeUp);
        FindRunnable findRunnable = new FindRunnable(state, machines, wakeUp, stealing, lifecycle);
        loop = new ScheduleLoop(state, machines, findRunnable, lifecycle, admission, listeners);
        submission = new Submission(state, new Readying(state, wakeUp), wakeUp, admission, lifecycle);
        observation = new Observation(state, machines, lifecycle, submission);
        trace = config.schedtraceInterval().isZero()
                ? null
                : SchedTraceLog.start(config.name(), config.schedtraceInterval(), this::snapshot);
    }

    /** Go: the {@code go} statement. */
    public void execute(Runnable task) {
        submission.execute(task);
    }

    public void shutdown() {
        lifecycle.shutdown();
    }

    /** @return what was accepted and will never run, in no order */
    public List<Runnable> shutdownNow() {
        return lifecycle.shutdownNow().stream()
                .map(Goroutine::task)
                .filter(Objects::nonNull)
                .toList();
    }

    public boolean isShutdown() {
        return !lifecycle.accepts();
    }

    public boolean isTerminated() {
        return lifecycle.isTerminated();
    }

    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return lifecycle.awaitTermination(timeout, unit);
    }

    public SchedulerSnapshot snapshot() {
        return observation.snapshot();
    }

    public void addListener(SchedulerListener listener) {
        listeners.add(listener);
    }

    public void removeListener(SchedulerListener listener) {
        listeners.remove(listener);
    }

    private ScheduleLoop loop() {
        return loop;
    }

    private void machinesEnded() {
        if (trace != null) {
            trace.stop();
        }
        lifecycle.lastMachineEnded();
    }
}
