package dev.gmp.internal.gmp;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.idle.NextTick;
import dev.gmp.internal.kind.TaskKind;
import dev.gmp.internal.kind.TaskKinds;
import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.util.UptimeClock;
import dev.gmp.internal.util.WaitClock;
import org.jspecify.annotations.Nullable;

/** The state that all machines of one scheduler share (Go: {@code schedt}). It decides nothing. */
public final class SchedulerState {

    private final SchedulerConfig config;
    private final UptimeClock clock = new UptimeClock();
    private final WaitClock waitClock = new WaitClock();
    private final Processors processors;
    private final IdleSets idle;
    private final SharedQueues queues;
    private final Netpoll netpoll = new Netpoll();
    private final ProbePoint probes = new ProbePoint();
    private final AdoptedThreads adopted = new AdoptedThreads();
    private final LiveGoroutines live = new LiveGoroutines();
    private final @Nullable TaskKinds kinds;

    /** When sysmon ticks next while it is awake. */
    private final NextTick nextTick = new NextTick();

    private volatile ClassLoader contextClassLoader = SchedulerState.class.getClassLoader();

    /** @param queueCapacity the size of each local ring */
    public SchedulerState(SchedulerConfig config, int queueCapacity) {
        this.config = config;
        kinds = config.taskKinds() ? new TaskKinds() : null;
        processors = new Processors(config, queueCapacity);
        idle = new IdleSets(processors);
        queues = new SharedQueues(Math.max(Runtime.getRuntime().availableProcessors(), processors.count()));
    }

    public SchedulerConfig config() {
        return config;
    }

    public UptimeClock clock() {
        return clock;
    }

    public WaitClock waitClock() {
        return waitClock;
    }

    /** Advances the clock of what waits where sysmon sleeps, which does so while it is awake. For a thread that runs again. */
    public void advanceWaitClockIfUnattended() {
        if (idle.sysmonAlarm().isArmed()) {
            waitClock.advance(System.nanoTime());
        }
    }

    public Processors processors() {
        return processors;
    }

    public SharedQueues queues() {
        return queues;
    }

    public IdleSets idle() {
        return idle;
    }

    public Netpoll netpoll() {
        return netpoll;
    }

    public ProbePoint probes() {
        return probes;
    }

    /** Virtual threads that are carried and are no tasks. */
    public AdoptedThreads adopted() {
        return adopted;
    }

    /** Virtual goroutines that have started and not ended (Go: {@code allgs}). */
    public LiveGoroutines live() {
        return live;
    }

    /** The kinds of tasks; null where they are not counted. */
    public @Nullable TaskKinds kinds() {
        return kinds;
    }

    /** The kind of a goroutine's task; null if it is unknown, or kinds are not counted. */
    public @Nullable TaskKind kindOf(@Nullable Goroutine goroutine) {
        return kinds == null || goroutine == null ? null : kinds.of(goroutine.labels(), goroutine.taskKind());
    }

    /** The task on a machine has failed. An exception counts once for a goroutine that tells of it again. By the goroutine there. */
    public void countFailure(Machine machine, @Nullable Throwable thrown) {
        Goroutine goroutine = machine.currentAcquire();
        TaskKind kind = kindOf(goroutine);
        if (goroutine != null && kind != null && (thrown == null || isNewFailure(goroutine, thrown))) {
            kind.countFailure();
        }
    }

    private static boolean isNewFailure(Goroutine goroutine, Throwable thrown) {
        try {
            return goroutine.tryFail(thrown);
        } catch (OutOfMemoryError e) {
            return true; // it counts all the same
        }
    }

    public NextTick nextTick() {
        return nextTick;
    }

    /** The machine of this scheduler that runs the caller, below any virtual thread; null for other threads. */
    public @Nullable Machine currentMachine() {
        Machine machine = MachineThreads.current();
        return machine != null && machine.belongsTo(this) ? machine : null;
    }

    /** Changes the number of processors. Those that there have not been are dead. Under the lock of resizing. */
    public void setProcs(int number) {
        idle.processors().growTo(number);
        processors.setCount(number);
    }

    public ClassLoader contextClassLoader() {
        return contextClassLoader;
    }

    /** @param loader for threads that are made from now on; null for the one that has loaded the scheduler */
    public void setContextClassLoader(@Nullable ClassLoader loader) {
        contextClassLoader = loader == null ? SchedulerState.class.getClassLoader() : loader;
    }
}
