package dev.gmp.internal.sched;

import dev.gmp.config.BulkheadConfig;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.TimedWaits;
import dev.gmp.internal.jfr.JfrConnection;
import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.util.ListenerList;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.trace.TraceRecording;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
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
    private final Submission submission;
    private final ScheduleLoop loop;
    private final DelayedTasks delayedTasks;
    private final Function<BulkheadConfig, BulkheadAdmission> bulkheadFactory;
    private final Bulkheads bulkheads;
    private final Sleeping sleeping;
    private final Turns turns;
    private final QuotaFollower quotaFollower;
    private final SchedulerState state;
    private final Observation observation;
    private final Tracing tracing;
    private final Ending ending;

    /** @param defaultProcs what the number of processors follows; null when it was chosen */
    public Scheduler(SchedulerConfig config, @Nullable DefaultProcs defaultProcs, @Nullable ClassLoader contextLoader) {
        this(config, defaultProcs, Pacing.limitOf(config), OvertimePriority.of(config), LocalRunQueue.CAPACITY, true);
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
     * @param watched whether sysmon runs; without it, blocking holds a processor and nobody is preempted
     */
    Scheduler(
            SchedulerConfig config,
            @Nullable DefaultProcs defaultProcs,
            CpuLimitSource cpuLimit,
            OvertimePriority overtimePriority,
            int queueCapacity,
            boolean watched) {
        Preloaded.initialise();
        kind = GoroutineKinds.resolve(config.goroutines());
        Witness witness = new Witness(config.name());
        state = new SchedulerState(config, queueCapacity);
        bulkheads = new Bulkheads();
        Timekeeper timekeeper = new Timekeeper(state);
        MachinePool machines =
                new MachinePool(state, new Verbs(), this::machinesEnded, new MachinePadding(state, kind));
        lifecycle = new Lifecycle(state, machines, bulkheads);
        tracing = new Tracing(state, machines);
        Admission admission = new Admission(config, lifecycle, listeners);
        WakeUp wakeUp = new WakeUp(state, machines, timekeeper);
        machines.lookForWorkBy(wakeUp::afterShortage);
        timekeeper.wakeBy(wakeUp::wakeOne);
        Resizing resizing = new Resizing(state, wakeUp);
        machines.putIdleBy(resizing::putIdle);
        Harvests harvests = new Harvests(wakeUp);
        Netpolling netpolling = new Netpolling(state, wakeUp, harvests);
        HandOff handOff = new HandOff(state, machines, wakeUp, resizing, timekeeper, netpolling, overtimePriority);
        Readying readying = new Readying(state, wakeUp, handOff);
        Acceptance acceptance = new Acceptance(state, readying, wakeUp, lifecycle, handOff);
        Rejections rejections = new Rejections(state);
        IdleWork idleWork = new IdleWork(state, wakeUp, admission);
        Recall recall = new Recall(state, machines, lifecycle, admission, readying, idleWork);
        virtualGoroutines = new VirtualGoroutines(state, acceptance, readying, lifecycle, admission);
        submission = new Submission(
                state, acceptance, admission, lifecycle, virtualGoroutines, idleWork, recall, rejections);
        Timers timers = new Timers(state, timekeeper);
        sleeping = new Sleeping(timers);
        AcceptedTasks acceptedTasks = new AcceptedTasks(admission, readying, virtualGoroutines);
        delayedTasks = new DelayedTasks(state, timers, kind, lifecycle, rejections, acceptedTasks);
        bulkheadFactory = bulkhead -> new BulkheadAdmission(
                bulkhead,
                GoroutineKinds.resolve(bulkhead.goroutines()),
                config.name(),
                bulkheads::remove,
                lifecycle,
                admission,
                acceptedTasks);
        shutdown = new Shutdown(lifecycle, machines, virtualGoroutines, recall, bulkheads, delayedTasks);
        Pacing pacing = new Pacing(state, cpuLimit);
        turns = new Turns(state, readying, handOff, pacing);
        DueTimers dueTimers = new DueTimers(state, lifecycle, timekeeper);
        Stealing stealing = new Stealing(state, wakeUp, dueTimers, netpolling, pacing);
        Parking parking = new Parking(state, machines, timekeeper, netpolling);
        FindRunnable findRunnable = new FindRunnable(
                state,
                machines,
                parking,
                wakeUp,
                netpolling,
                harvests,
                stealing,
                lifecycle,
                handOff,
                dueTimers,
                idleWork,
                pacing);
        loop = new ScheduleLoop(
                state,
                machines,
                findRunnable,
                new DirectExecution(state, admission, lifecycle, recall),
                new VirtualExecution(state, readying, lifecycle, admission, recall),
                new LockedMachines(state, machines, handOff, readying),
                lifecycle,
                listeners,
                pacing,
                handOff,
                overtimePriority);
        Retaken retaken = new Retaken(handOff);
        RecentLosses recentLosses = new RecentLosses(witness::look);
        Backlog backlog = new Backlog(state, wakeUp, overtimePriority);
        Retake retake = new Retake(state, handOff, retaken, recentLosses, backlog, pacing, overtimePriority);
        StallWatchdog watchdog = new StallWatchdog(state, machines, wakeUp);
        quotaFollower = new QuotaFollower(config, resizing, defaultProcs);
        Statuses statuses = new Statuses(state, new Census(state, machines, lifecycle, virtualGoroutines));
        Runnable jfr = JfrConnection.connect(config.name(), state.probes());
        List<Runnable> everySecond = List.of(
                jfr,
                wakeUp::retry,
                timekeeper::afterIdle,
                quotaFollower::look,
                pacing::readLimit,
                () -> watchdog.look(System.nanoTime()));
        BooleanSupplier keepsLooking =
                () -> quotaFollower.isFollowing() || watchdog.isConcerned() || timekeeper.isMissed();
        Sysmon sysmon =
                new Sysmon(state, retake, retaken, dueTimers, netpolling, pacing, keepsLooking, everySecond, statuses);
        sysmon.mayInterrupt(overtimePriority::tryInterrupting);
        sysmon.whenAsked(handOff::afterIdle);
        if (watched) {
            machines.startElsewhereBy(sysmon::ask);
        }
        machines.beforeStart(() -> {
            sleeping.begin();
            if (watched) {
                sysmon.ensureStarted();
            }
        });
        observation = new Observation(
                state,
                machines,
                lifecycle,
                bulkheads,
                admission,
                rejections,
                virtualGoroutines,
                retake,
                backlog,
                resizing,
                watchdog,
                quotaFollower,
                statuses,
                recentLosses,
                pacing,
                overtimePriority);
        Runnable trace = SchedTraceLog.startIfSet(config, this::snapshot);
        Runnable recorder = jfr instanceof JfrConnection connection ? connection::close : () -> {};
        ending = new Ending(
                lifecycle,
                trace,
                sysmon::stop,
                witness::stop,
                recorder,
                state.netpoll()::close,
                sleeping::end,
                turns::clearPlaces,
                statuses::end);
    }

    /** Direct or virtual: what {@link #execute(Runnable)} uses. */
    public GoroutineMode kind() {
        return kind;
    }

    /** Why it is that kind, in words. */
    public String kindReason() {
        return GoroutineKinds.reason(state.config().goroutines());
    }

    /** Where the number of processors comes from, in words. */
    public String procsReason() {
        return quotaFollower.reason();
    }

    /** Go: the {@code go} statement. */
    public void execute(Runnable task) {
        submission.execute(task, kind);
    }

    /** The same on a kind of goroutine that is asked for by name. */
    public void execute(Runnable task, GoroutineMode mode) {
        submission.execute(task, GoroutineKinds.resolve(mode));
    }

    /** Go: ready. The next part of work that has begun before. */
    public void resume(Runnable part) {
        submission.resume(part, false);
    }

    /** The same behind those that wait on this processor (Go: a goroutine that yields). */
    public void resumeLast(Runnable part) {
        submission.resume(part, true);
    }

    /** Runs a task when a processor has nothing else to do. */
    public void executeIdle(Runnable task) {
        submission.executeIdle(task);
    }

    /** Makes threads that are virtual goroutines; started after shutdown they are rejected. */
    public ThreadFactory threadFactory() {
        GoroutineKinds.resolve(GoroutineMode.VIRTUAL);
        return virtualGoroutines;
    }

    /** Runs a task after a delay, and again and again if it has a period, as {@link DelayedTasks#schedule} says. */
    public <V extends @Nullable Object> ScheduledFuture<V> schedule(Callable<V> callable, long delay, long period) {
        return delayedTasks.schedule(callable, delay, period);
    }

    /** Makes a bulkhead that accepts tasks in this scheduler's name, until one of the two is shut down. */
    public BulkheadAdmission bulkhead(BulkheadConfig config) {
        BulkheadAdmission bulkhead = bulkheadFactory.apply(config);
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
        return state.procs();
    }

    /** Go: the call {@code runtime.GOMAXPROCS(n)}. */
    public void setProcs(int procs) {
        quotaFollower.choose(procs);
    }

    /** Go: {@code runtime.SetDefaultGOMAXPROCS}. */
    public void followDefault(DefaultProcs defaults) {
        quotaFollower.follow(defaults);
        state.sysmonAlarm().ring(); // it may sleep without a time to wake up
    }

    public SchedulerSnapshot snapshot() {
        return observation.snapshot();
    }

    /** By number, without those that are parked. Costs a thread dump of those that are wanted. */
    public Map<Long, List<StackTraceElement>> machineStacks(LongPredicate wanted) {
        return observation.stacks(wanted);
    }

    public List<Thread> threads(boolean adopted) {
        return observation.threads(adopted);
    }

    /** @throws IllegalStateException if a recording runs already */
    public TraceRecording startTrace(int mostEvents) {
        return tracing.start(mostEvents);
    }

    /** Where those are plugged in who hear of what goroutines and machines do. */
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
        ending.run();
    }

    /** Machines are started when everything is wired, not before. */
    private final class Verbs implements MachineVerbs {

        @Override
        public void live(Machine machine) {
            loop.run(machine);
        }

        @Override
        public void giveWay(Machine machine, boolean asNew) {
            turns.giveWay(machine, asNew);
        }

        @Override
        public boolean othersWait(Machine machine) {
            return turns.othersWait(machine);
        }

        @Override
        public GoroutineInfo describe(Machine machine) {
            return observation.describe(machine);
        }

        @Override
        public void enterBlocking(Machine machine) {
            turns.enterBlocking(machine);
        }

        @Override
        public void exitBlocking(Machine machine) {
            turns.exitBlocking(machine);
        }

        @Override
        public TimedWaits timedWaits() {
            return sleeping;
        }

        @Override
        public Netpoll netpoll() {
            return state.netpoll();
        }
    }
}
