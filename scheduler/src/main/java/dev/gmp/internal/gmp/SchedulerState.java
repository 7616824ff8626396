package dev.gmp.internal.gmp;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.idle.Alarm;
import dev.gmp.internal.idle.IdleProcessors;
import dev.gmp.internal.idle.NextTick;
import dev.gmp.internal.idle.ParkedStack;
import dev.gmp.internal.idle.SpinningMachines;
import dev.gmp.internal.jdk.CarrierThreads;
import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.runq.BacklogQueue;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LifoRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.RingRunQueue;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.StealOrder;
import dev.gmp.internal.util.WrappingMicros;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What all machines of one scheduler share (Go: {@code schedt}, {@code allp}). It decides nothing. */
public final class SchedulerState {

    private final SchedulerConfig config;
    private final int queueCapacity;

    /** Filled up to the most processors that there have been. Its elements are published by {@link #procs}. */
    private final Processor[] processors = new Processor[SchedulerConfig.MAX_PROCS];

    /** Processors ever made. Written before {@link #procs}, under the lock of resizing. */
    private volatile int madeProcs;

    /** Go: gomaxprocs. */
    private volatile int procs;

    private volatile StealOrder stealOrder;
    private final GlobalRunQueue<Goroutine> globalQueue;
    private final GlobalRunQueue<Goroutine> idleWork = new GlobalRunQueue<>(1);
    private final BacklogQueue<Goroutine> backlog = new BacklogQueue<>();
    private final IdleProcessors idleProcessors;
    private final ParkedStack<Machine> idleMachines = new ParkedStack<>();
    private final ParkedStack<Machine> pollingMachines = new ParkedStack<>();
    private final ParkedStack<Machine> pausedMachines = new ParkedStack<>();
    private final Netpoll netpoll = new Netpoll();
    private final SpinningMachines spinningMachines = new SpinningMachines();

    /** The spinning machine that naps beside a busy processor's runnext (NAP-1, in the wake-up protocol). */
    private final AtomicReference<@Nullable Machine> napper = new AtomicReference<>();

    private final AtomicInteger abandonedEntries = new AtomicInteger();

    private final ProbePoint probes = new ProbePoint();
    private final DeferredReadies deferredReadies = new DeferredReadies();
    private final AdoptedThreads adopted = new AdoptedThreads();
    private final LiveGoroutines live = new LiveGoroutines();

    /** Where sysmon sleeps while every processor is idle. */
    private final Alarm sysmonAlarm = new Alarm();

    /** When sysmon looks next while it is awake. */
    private final NextTick nextTick = new NextTick();

    private volatile ClassLoader contextClassLoader = SchedulerState.class.getClassLoader();

    private final long startNanos = System.nanoTime();

    /** @param queueCapacity the size of each local ring */
    public SchedulerState(SchedulerConfig config, int queueCapacity) {
        this.config = config;
        this.queueCapacity = queueCapacity;
        idleProcessors = new IdleProcessors(config.maxProcs(), SchedulerConfig.MAX_PROCS);
        stealOrder = new StealOrder(config.maxProcs());
        setProcs(config.maxProcs());
        for (int id = 0; id < procs; id++) {
            processors[id].tryRevive();
            idleProcessors.put(id);
        }
        globalQueue = new GlobalRunQueue<>(Math.max(Runtime.getRuntime().availableProcessors(), procs));
    }

    /** The machine of this scheduler that runs the caller, below any virtual thread; null for other threads. */
    public @Nullable Machine currentMachine() {
        return CarrierThreads.current() instanceof Machine machine && machine.belongsTo(this) ? machine : null;
    }

    public SchedulerConfig config() {
        return config;
    }

    public int procs() {
        return procs;
    }

    /** Changes the number, and makes the processors that there have not been; they are dead. Under the lock of resizing. */
    public void setProcs(int number) {
        idleProcessors.growTo(number);
        for (int id = madeProcs; id < number; id++) {
            processors[id] = new Processor(id, newLocalQueue());
        }
        madeProcs = Math.max(madeProcs, number);
        stealOrder = new StealOrder(number);
        procs = number;
    }

    /** What tasks find as the context class loader of their threads. */
    public ClassLoader contextClassLoader() {
        return contextClassLoader;
    }

    /** @param loader for threads that are made from now on; null for the one that has loaded the scheduler */
    public void setContextClassLoader(@Nullable ClassLoader loader) {
        contextClassLoader = loader == null ? SchedulerState.class.getClassLoader() : loader;
    }

    /** An empty queue for a processor. */
    public LocalRunQueue<Goroutine> newLocalQueue() {
        return switch (config.discipline()) {
            case GO -> new RingRunQueue<>(queueCapacity);
            case LIFO -> new LifoRunQueue<>(queueCapacity);
        };
    }

    /** Processors ever made; those from {@link #procs} on are dead or about to be. */
    public int madeProcs() {
        return madeProcs;
    }

    /** @param id below {@link #madeProcs} */
    public Processor processor(int id) {
        return processors[id];
    }

    public StealOrder stealOrder() {
        return stealOrder;
    }

    public GlobalRunQueue<Goroutine> globalQueue() {
        return globalQueue;
    }

    /** What is done when there is nothing else to do. */
    public GlobalRunQueue<Goroutine> idleWork() {
        return idleWork;
    }

    /** Goroutines that stand aside to let later ones pass. No machine looks here: sysmon brings them back. */
    public BacklogQueue<Goroutine> backlog() {
        return backlog;
    }

    public IdleProcessors idleProcessors() {
        return idleProcessors;
    }

    public ParkedStack<Machine> idleMachines() {
        return idleMachines;
    }

    /** Those that have found only goroutines that are to wait until a pause is over, and sleep until then. */
    public ParkedStack<Machine> pausedMachines() {
        return pausedMachines;
    }

    /** The machine that blocks in the netpoller stands here, and not among the idle ones. */
    public ParkedStack<Machine> pollingMachines() {
        return pollingMachines;
    }

    public Netpoll netpoll() {
        return netpoll;
    }

    public SpinningMachines spinningMachines() {
        return spinningMachines;
    }

    /** For the thread of a machine that does not spin. */
    public void startSpinning(Machine machine) {
        machine.setSpinning(true);
        spinningMachines.increment();
    }

    /**
     * For the thread of a machine, whether it spins or not.
     *
     * @return whether it was the last that spun
     */
    public boolean stopSpinning(Machine machine) {
        if (!machine.isSpinning()) {
            return false;
        }
        machine.setSpinning(false);
        return spinningMachines.decrement();
    }

    public AtomicReference<@Nullable Machine> napper() {
        return napper;
    }

    public ProbePoint probes() {
        return probes;
    }

    /** Goroutines whose wakers had no stack left to ready them; sysmon does. */
    public DeferredReadies deferredReadies() {
        return deferredReadies;
    }

    /** Virtual threads that are carried and are no tasks. */
    public AdoptedThreads adopted() {
        return adopted;
    }

    /** Virtual goroutines that have started and not ended (Go: {@code allgs}). */
    public LiveGoroutines live() {
        return live;
    }

    public Alarm sysmonAlarm() {
        return sysmonAlarm;
    }

    /**
     * Entries in run queues that mean nothing any more, because their machines have helped themselves to a
     * processor. What takes one from its queue counts it out.
     */
    public AtomicInteger abandonedEntries() {
        return abandonedEntries;
    }

    /** Goroutines in the global queue and in the backlog, without most of the abandoned entries. */
    public int globalQueueDepth() {
        return Math.max(0, globalQueue.size() + backlog.size() - abandonedEntries.get());
    }

    public NextTick nextTick() {
        return nextTick;
    }

    /** When the first timer of all processors is due, dead ones included, on the clock of {@link #uptimeNanos}. */
    public long earliestTimer() {
        long earliest = TimerHeap.NEVER;
        for (int id = 0; id < madeProcs; id++) {
            earliest = Math.min(earliest, processors[id].timers().earliest());
        }
        return earliest;
    }

    /** Of each processor whose timers are all dead. */
    public void dropDeadTimers() {
        for (int id = 0; id < madeProcs; id++) {
            processors[id].timers().dropHusksAlone();
        }
    }

    public int pendingTimers() {
        int pending = 0;
        for (int id = 0; id < madeProcs; id++) {
            pending += processors[id].timers().pending();
        }
        return pending;
    }

    /** Goroutines that timers have become. */
    public long startedByTimers() {
        long started = 0;
        for (int id = 0; id < madeProcs; id++) {
            started += processors[id].timers().started();
        }
        return started;
    }

    /** Takes an idle processor, or returns null. Sysmon watches from now on. */
    public @Nullable Processor takeIdle() {
        int id = idleProcessors.take();
        if (id < 0) {
            return null;
        }
        sysmonAlarm.ring();
        return processors[id];
    }

    /** Takes this processor if it is idle. Sysmon watches from now on. */
    public boolean tryTakeIdle(Processor processor) {
        boolean taken = idleProcessors.tryTake(processor.id());
        if (taken) {
            sysmonAlarm.ring();
        }
        return taken;
    }

    public long uptimeNanos() {
        return System.nanoTime() - startNanos;
    }

    /** The clock of ready stamps: microseconds since the start, wrapping after 71 minutes. */
    public int uptimeMicros() {
        return WrappingMicros.at(uptimeNanos());
    }
}
