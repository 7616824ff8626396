package dev.gmp.internal.wiring;

import dev.gmp.config.BulkheadConfig;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.internal.bulkhead.BulkheadAdmission;
import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.kind.TaskKinds;
import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.spawn.FullQueue;
import dev.gmp.internal.spawn.GoroutineModes;
import dev.gmp.internal.spawn.IdleTasks;
import dev.gmp.internal.spawn.Rejections;
import dev.gmp.internal.spawn.Spawner;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.internal.stats.SchedTraceLog;
import dev.gmp.internal.stats.TraceSession;
import dev.gmp.internal.timed.DelayedTasks;
import dev.gmp.internal.timed.TimedParking;
import dev.gmp.internal.timed.TimerSetting;
import dev.gmp.internal.timer.TimedWaits;
import dev.gmp.internal.trace.RingReader;
import dev.gmp.internal.util.ListenerList;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.TaskKindSnapshot;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.observe.leak.LeakSuspect;
import dev.gmp.observe.profile.GoroutineProfile;
import dev.gmp.observe.trace.FlightRecorder;
import dev.gmp.observe.trace.TraceRecording;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One scheduler, wired: the verbs around one {@link SchedulerState}. Thread-safe. */
public final class Scheduler {

    private final GoroutineMode kind;
    private final ListenerList<SchedulerListener> listeners = new ListenerList<>();
    private final Lifecycle lifecycle;
    private final VirtualGoroutines virtualGoroutines;
    private final Shutdown shutdown;
    private final IdleTasks idleTasks;
    private final Core core;
    private final Monitor monitor;
    private final Spawner spawner;
    private final DelayedTasks delayedTasks;
    private final Bulkheads bulkheads;
    private final TimedParking timedParking;
    private final SchedulerState state;
    private final TraceSession traceSession;
    private final FlightRecorder recorder;
    private final Termination termination;

    /** @param defaultProcs what the number of processors follows; null when it was chosen */
    public Scheduler(SchedulerConfig config, @Nullable DefaultProcs defaultProcs, @Nullable ClassLoader contextLoader) {
        this(
                config,
                defaultProcs,
                QuotaPacer.limitOf(config),
                OvertimePriority.of(config),
                LocalRunQueue.CAPACITY,
                true);
        state.setContextClassLoader(contextLoader);
    }

    /** Without pacing, at one priority. */
    public Scheduler(SchedulerConfig config, @Nullable DefaultProcs defaultProcs, int queueCapacity, boolean watched) {
        this(config, defaultProcs, CpuLimitSource.NONE, OvertimePriority.never(), queueCapacity, watched);
    }

    /**
     * @param defaultProcs what the number of processors follows; null when it was chosen
     * @param cpuLimit what the processors pause for
     * @param overtimePriority that of machines without a processor
     * @param queueCapacity the size of each local ring, small where a test wants overflows
     * @param watched whether sysmon runs; without it, blocking holds a processor and no goroutine is preempted
     */
    public Scheduler(
            SchedulerConfig config,
            @Nullable DefaultProcs defaultProcs,
            CpuLimitSource cpuLimit,
            OvertimePriority overtimePriority,
            int queueCapacity,
            boolean watched) {
        EagerClassInit.initialise();
        kind = GoroutineModes.resolve(config.goroutines());
        state = new SchedulerState(config, queueCapacity);
        bulkheads = new Bulkheads();
        core = new Core(state, cpuLimit, overtimePriority, listeners, bulkheads, new Verbs(), this::machinesEnded);
        lifecycle = core.lifecycle;
        traceSession = new TraceSession(state, core.machines);
        recorder = RingReader.of(state);
        Rejections rejections = Rejections.ofScheduler(config.name());
        FullQueue fullQueue = new FullQueue(state, core.queuePermits, lifecycle, core.unstartedTasks, rejections);
        spawner = new Spawner(state, core.readying, core.wakeUp, lifecycle, core.handOff, core.queuePermits, fullQueue);
        virtualGoroutines = spawner.virtualGoroutines();
        idleTasks = new IdleTasks(core.idlePriorityQueue, lifecycle, rejections);
        TimerSetting timerSetting = new TimerSetting(state, core.timerWaker);
        timedParking = new TimedParking(timerSetting);
        delayedTasks = new DelayedTasks(state.processors(), timerSetting, kind, lifecycle, rejections, spawner);
        shutdown =
                new Shutdown(lifecycle, core.machines, virtualGoroutines, core.unstartedTasks, bulkheads, delayedTasks);
        monitor = new Monitor(core, defaultProcs, virtualGoroutines, bulkheads, rejections);
        core.machines.attach(
                new WiredDuties(core.wakeUp, core.procResize, timedParking, watched ? monitor.sysmon : null));
        termination = new Termination(
                lifecycle,
                SchedTraceLog.startIfSet(config, this::snapshot),
                monitor.sysmon::stop,
                monitor.stackSampler::stop,
                monitor.leakWatch::stop,
                monitor.closeRecorder,
                state.netpoll()::close,
                timedParking::end,
                core.yieldAndBlocking::clearEntries,
                monitor.goroutineStats::end);
    }

    /** Direct or virtual: what {@link #execute(Runnable)} uses. */
    public GoroutineMode kind() {
        return kind;
    }

    /** Why it is that kind, in words. */
    public String kindReason() {
        return GoroutineModes.reason(state.config().goroutines());
    }

    public String procsReason() {
        return monitor.maxProcsUpdater.reason();
    }

    /** The part that accepts tasks; a frequent caller keeps it. */
    public Spawner spawner() {
        return spawner;
    }

    /** Go: the {@code go} statement. */
    public void execute(Runnable task) {
        spawner.execute(task, kind);
    }

    public void execute(Runnable task, GoroutineMode mode) {
        spawner.execute(task, GoroutineModes.resolve(mode));
    }

    public void executeIdle(Runnable task) {
        idleTasks.execute(task);
    }

    /** Makes threads that are virtual goroutines; started after shutdown they are rejected. */
    public ThreadFactory threadFactory() {
        GoroutineModes.resolve(GoroutineMode.VIRTUAL);
        return virtualGoroutines;
    }

    /** Runs a task after a delay, and again and again if it has a period, as {@link DelayedTasks#schedule} says. */
    public <V extends @Nullable Object> ScheduledFuture<V> schedule(Callable<V> callable, long delay, long period) {
        return delayedTasks.schedule(callable, delay, period);
    }

    /** Makes a bulkhead that accepts tasks in this scheduler's name, until one of the two is shut down. */
    public BulkheadAdmission bulkhead(BulkheadConfig config) {
        BulkheadAdmission bulkhead = new BulkheadAdmission(
                config,
                GoroutineModes.resolve(config.goroutines()),
                state.config().name(),
                bulkheads::remove,
                lifecycle,
                core.queuePermits,
                spawner);
        bulkheads.add(bulkhead);
        if (!lifecycle.accepts()) {
            bulkhead.shutdown(); // the scheduler's shutdown may have missed this one
        }
        return bulkhead;
    }

    public void shutdown() {
        shutdown.shutdown();
    }

    /** @param which threads of goroutines are interrupted @return what was accepted and will never run, in no order */
    public List<Runnable> shutdownNow(Predicate<Thread> which) {
        return shutdown.shutdownNow(which);
    }

    /** Cancels what waits for its time. @return how many that were */
    public int cancelDelayed() {
        return shutdown.cancelDelayed();
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

    public int procs() {
        return state.processors().count();
    }

    /** Go: the call {@code runtime.GOMAXPROCS(n)}. */
    public void setProcs(int procs) {
        monitor.maxProcsUpdater.choose(procs);
    }

    /** Go: {@code runtime.SetDefaultGOMAXPROCS}. */
    public void followDefault(DefaultProcs defaults) {
        monitor.maxProcsUpdater.follow(defaults);
        state.idle().sysmonAlarm().ring(); // it may sleep without a time to wake up
    }

    /** @return whether no file and no selector is open now, nor will be until there is work */
    public boolean releaseFiles() {
        return monitor.sysmon.silence() && state.netpoll().closeIfUnused();
    }

    /** From now on they stay open. */
    public void keepFiles() {
        monitor.sysmon.endSilence();
    }

    public SchedulerSnapshot snapshot() {
        return monitor.snapshotReader.snapshot();
    }

    /** By number, without those that are parked. Costs a thread dump of those that are wanted. */
    public Map<Long, List<StackTraceElement>> machineStacks(LongPredicate wanted) {
        return monitor.machineReader.stacks(wanted);
    }

    public List<Thread> taskThreads() {
        return monitor.snapshotReader.taskThreads();
    }

    public List<Thread> adoptedThreads() {
        return monitor.snapshotReader.adoptedThreads();
    }

    public GoroutineProfile goroutineProfile(Duration budget) {
        return monitor.goroutineProfiler.profile(budget);
    }

    public DeadlockReport deadlocks(Duration budget) {
        return monitor.deadlockFinder.find(budget);
    }

    /** By all looks of the watch. */
    public long deadlocksFound() {
        return monitor.leakWatch.deadlocksFound();
    }

    /** At the last look of the watch. */
    public List<LeakSuspect> leakSuspects() {
        return monitor.leakWatch.suspects();
    }

    /** @throws IllegalStateException if a recording runs already */
    public TraceRecording startTrace(int mostEvents) {
        return traceSession.start(mostEvents);
    }

    public FlightRecorder recorder() {
        return recorder;
    }

    /** The kinds of tasks, the most expensive first; none where they are not counted. */
    public List<TaskKindSnapshot> taskKinds() {
        TaskKinds kinds = state.kinds();
        return kinds == null ? List.of() : kinds.snapshots();
    }

    public ProbePoint probes() {
        return state.probes();
    }

    public void addListener(SchedulerListener listener) {
        listeners.add(listener);
    }

    public void removeListener(SchedulerListener listener) {
        listeners.remove(listener);
    }

    private void machinesEnded() {
        termination.run();
    }

    /** Machines are started when everything is wired, not before. */
    private final class Verbs implements MachineVerbs {

        @Override
        public void live(Machine machine) {
            core.loop.run(machine);
        }

        @Override
        public void giveWay(Machine machine, boolean asNew) {
            core.yieldAndBlocking.giveWay(machine, asNew);
        }

        @Override
        public boolean othersWait(Machine machine) {
            return core.yieldAndBlocking.othersWait(machine);
        }

        @Override
        public GoroutineInfo describe(Machine machine) {
            return monitor.machineReader.describe(machine);
        }

        @Override
        public void enterBlocking(Machine machine) {
            core.yieldAndBlocking.enterBlocking(machine);
        }

        @Override
        public void failed(Machine machine, @Nullable Throwable thrown) {
            state.countFailure(machine, thrown);
        }

        @Override
        public void enterWait(Machine machine) {
            core.yieldAndBlocking.enterWait(machine);
        }

        @Override
        public void exitBlocking(Machine machine) {
            core.yieldAndBlocking.exitBlocking(machine);
        }

        @Override
        public TimedWaits timedWaits() {
            return timedParking;
        }

        @Override
        public Netpoll netpoll() {
            return state.netpoll();
        }
    }
}
