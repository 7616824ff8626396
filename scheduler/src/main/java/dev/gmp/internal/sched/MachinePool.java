package dev.gmp.internal.sched;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineCounters;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.thread.ThreadOwner;
import dev.gmp.internal.util.ServiceThreads;
import dev.gmp.internal.util.SpinLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The machines: made on demand, parked when there is nothing to do, ended when nothing was to do for a while.
 *
 * <p>A start hands over a processor and, if the machine is to spin, the count of it in nmspinning; the starter has
 * taken both before.
 *
 * <p>LIMIT-1: work is not forgotten because no machine could be had for it. A start that fails gives the processor
 * back, counts that, and then looks whether a machine has parked or ended. A machine that has parked or ended looks at
 * the count, and then once more at the queues. Each acts first and looks second, so one of them starts a machine.
 *
 * <p>END-1: when termination is told, no machine is there and none comes. A wake-up may be late: its task has been run
 * by another, and the scheduler is finished. A start counts its machine first and looks second whether all are to end;
 * ending says so first and looks at the count second. The thread that counts the last one out tells. A machine that
 * runs an adopted thread is counted out for it, because that may take for ever. The machine ends when the thread parks,
 * yields or ends, and runs nothing else. A machine makes a thread its current one first and looks second whether all is
 * over (ADOPT-1); ending looks at what is current after that.
 *
 * <p>LOCK-1: spinning machines, and sysmon, wait for no monitor that a virtual goroutine may wait for. From JDK 24 on
 * such a goroutine is off its machine meanwhile, and when its turn has come it must be run before any behind it gets
 * the monitor. While a machine counts as spinning, none is woken to run it; and where all processors are taken from
 * those that do not give them back, sysmon must do that. So they take a {@link SpinLock} for what is short. A machine
 * that holds a processor may still be blocked by a monitor, as in a selector, or by a lock in a listener. It then loses
 * the processor as one that blocks ({@link dev.gmp.internal.sysmon.Retake}).
 */
public final class MachinePool {

    /** Made beforehand: a termination takes no memory. */
    private static final ToLongFunction<MachineCounters> COMPLETED = MachineCounters::completedAcquire;

    private static final ToLongFunction<MachineCounters> SPAWNED = MachineCounters::spawnedAcquire;

    private final SchedulerState state;
    private final MachineVerbs verbs;
    private final Runnable afterLast;
    private final AtomicLong numbers = new AtomicLong();

    /** Not of those that could not be started. */
    private final AtomicLong started = new AtomicLong();

    private final AtomicLong ended = new AtomicLong();

    private final Supplier<Machine> newMachine;

    /** Every machine that was started and has not ended, counted before the thread exists. */
    private final AtomicInteger alive = new AtomicInteger();

    /** Guards the two below. Taken when machines come and go and by observers, seldom on the way of a goroutine (LOCK-1). */
    private final SpinLock registry = new SpinLock();

    /** Walked by index: an iterator takes memory, which an end or a termination must not need. */
    private final ArrayList<Machine> machines = new ArrayList<>();

    private final MachineCounters endedMachines = new MachineCounters();

    /** Times that no machine could be had; see LIMIT-1. */
    private final AtomicLong limitHits = new AtomicLong();

    private final ShortageLog shortageLog;

    private volatile boolean ending;

    /** Until there is a direct goroutine to run: see {@link #makePlainOnly}. */
    private volatile boolean carriesVirtualOnly;

    /** Attached before the first machine is started. */
    private PoolDuties duties;

    /**
     * @param verbs what a machine's thread does
     * @param afterLast called when the last machine has ended after {@link #endAll}, maybe more than once
     * @param kind what most goroutines are, direct or virtual
     */
    public MachinePool(SchedulerState state, MachineVerbs verbs, Runnable afterLast, GoroutineMode kind) {
        this.state = state;
        this.verbs = verbs;
        this.afterLast = afterLast;
        this.carriesVirtualOnly = kind == GoroutineMode.VIRTUAL && ThreadOwner.isForkJoinAvailable();
        this.shortageLog = new ShortageLog(state.config());
        this.duties = processor -> state.idle().processors().put(processor.id());
        this.newMachine = this::newMachine;
        name(0); // links what joins strings, which takes stack: the first start may come where there is little
    }

    /** Once, before any machine is started. Until then a processor without a machine goes idle, and nothing else is done. */
    public void attach(PoolDuties whole) {
        duties = whole;
    }

    /** Sets a machine to work on a processor (Go: startm). */
    void start(Processor processor, boolean spinning) {
        tryStart(processor, spinning);
    }

    /** @return false if the JVM could make no thread, and the processor is idle; at the limit of machines this is no failure */
    boolean tryStart(Processor processor, boolean spinning) {
        Machine machine = state.idle().machines().pop();
        if (machine == null) {
            return startNew(processor, spinning);
        }
        machine.assign(processor, spinning);
        machine.wake();
        return true;
    }

    /** From now on new machines run goroutines of both kinds. */
    void makePlainOnly() {
        carriesVirtualOnly = false;
    }

    /** A machine stands among the idle ones now. */
    void parked() {
        if (limitHits.get() > 0) {
            duties.lookForWork();
        }
    }

    /** Whether machines that have nothing to do shall end. */
    boolean isEnding() {
        return ending;
    }

    /** A machine ends because of its priority, and leaves undone what one that parks looks after. */
    void endsLowered() {
        duties.startElsewhere();
    }

    /** The last thing a machine's thread does. */
    public void ended(Machine machine) {
        boolean isCounted = tryUnregister(machine);
        machine.thread()
                .setContextClassLoader(
                        MachinePool.class.getClassLoader()); // what holds it shall not hold an application
        ended.incrementAndGet();
        if (isCounted) {
            countOut();
        }
        if (!ending && limitHits.get() > 0) {
            duties.lookForWork();
        }
    }

    private boolean tryUnregister(Machine machine) {
        registry.lock();
        try {
            boolean wasThere = machines.remove(machine);
            if (wasThere) {
                endedMachines.absorb(machine.counters());
            }
            return wasThere;
        } finally {
            registry.unlock();
        }
    }

    /** Ends all machines, parked ones at once, others when they next park. No thread waits for one that runs an adopted thread. */
    void endAll() {
        ending = true;
        for (int i = registered() - 1; i >= 0; i--) { // from the end: those that leave meanwhile hide no other
            Machine machine = machine(i);
            if (machine != null && isCarryingAdopted(machine) && tryUnregister(machine)) {
                alive.decrementAndGet();
            } else if (machine != null) {
                machine.wake();
            }
        }
        if (alive.get() == 0) {
            afterLast.run();
        }
    }

    private static boolean isCarryingAdopted(Machine machine) {
        return machine.currentAcquire() instanceof VirtualGoroutine goroutine && goroutine.isAdopted();
    }

    /** Interrupts all but those that run a virtual goroutine: an interrupt is that one's own. */
    public void interruptAll(Consumer<Thread> interrupter) {
        for (Machine machine : all()) {
            if (!(machine.currentAcquire() instanceof VirtualGoroutine)) {
                interrupter.accept(machine.thread());
            }
        }
    }

    /** The machines that exist, in the order of their making. */
    public List<Machine> all() {
        registry.lock();
        try {
            return new ArrayList<>(machines);
        } finally {
            registry.unlock();
        }
    }

    /** The counts of all machines, of ended ones too. */
    public MachineCounters totals() {
        MachineCounters totals = new MachineCounters();
        registry.lock();
        try {
            totals.absorb(endedMachines);
            for (Machine machine : machines) {
                totals.absorb(machine.counters());
            }
        } finally {
            registry.unlock();
        }
        return totals;
    }

    long completed() {
        return sum(COMPLETED);
    }

    long spawned() {
        return sum(SPAWNED);
    }

    private long sum(ToLongFunction<MachineCounters> count) {
        registry.lock();
        try {
            long sum = count.applyAsLong(endedMachines);
            for (int i = 0; i < machines.size(); i++) {
                sum += count.applyAsLong(machines.get(i).counters());
            }
            return sum;
        } finally {
            registry.unlock();
        }
    }

    /** Threads that were started. */
    public long created() {
        return started.get();
    }

    /** Threads that have ended. Of one that ends at once this may be known before it counts as created. */
    public long ended() {
        return ended.get();
    }

    /** Times that no machine could be had. */
    public long limitHits() {
        return limitHits.get();
    }

    private boolean startNew(Processor processor, boolean spinning) {
        if (!tryCountOneMore()) {
            giveUp(processor, spinning, null);
            return true;
        }
        if (ending) { // END-1
            putBack(processor, spinning);
            countOut();
            return true;
        }
        Machine machine = null;
        try {
            duties.beforeStart();
            Machine caller = MachineThreads.current();
            if (caller != null && caller.priority().isLowered()) { // by sysmon, which is there then
                putBack(processor, spinning); // NICE-1
                countOut();
                duties.startElsewhere();
                return true;
            }
            machine = ServiceThreads.detached(newMachine);
            machine.thread().setContextClassLoader(state.contextClassLoader());
            machine.thread().setDaemon(false);
            machine.thread().setPriority(Thread.NORM_PRIORITY);
            machine.assign(processor, spinning);
            registry.lock();
            try {
                machines.add(machine);
            } finally {
                registry.unlock();
            }
            machine.thread().start();
            started.incrementAndGet();
            return true;
        } catch (Throwable failure) {
            if (machine != null) {
                tryUnregister(machine);
            }
            countOut();
            giveUp(processor, spinning, failure);
            return false;
        }
    }

    private Machine newMachine() {
        long number = numbers.getAndIncrement();
        return new Machine(number, name(number), state, verbs, state.probes(), carriesVirtualOnly);
    }

    private String name(long number) {
        return "gmp-" + state.config().name() + "-m" + number;
    }

    private int registered() {
        registry.lock();
        try {
            return machines.size();
        } finally {
            registry.unlock();
        }
    }

    private @Nullable Machine machine(int index) {
        registry.lock();
        try {
            return index < machines.size() ? machines.get(index) : null;
        } finally {
            registry.unlock();
        }
    }

    private void countOut() {
        if (alive.decrementAndGet() == 0 && ending) {
            afterLast.run();
        }
    }

    private boolean tryCountOneMore() {
        int now = alive.get();
        while (now < state.config().maxMachines()) {
            if (alive.compareAndSet(now, now + 1)) {
                return true;
            }
            now = alive.get();
        }
        return false;
    }

    /** No machine can be had: the work stays queued for those that there are (LIMIT-1). */
    private void giveUp(Processor processor, boolean spinning, @Nullable Throwable failure) {
        Machine polling = state.idle().pollingMachines().pop(); // busy machines and sysmon poll instead
        if (polling != null) {
            polling.assign(processor, spinning);
            polling.wake();
            return;
        }
        putBack(processor, spinning);
        limitHits.incrementAndGet();
        boolean oneHasEnded = failure == null && alive.get() < state.config().maxMachines();
        if (oneHasEnded
                || !state.idle().machines().isEmpty()
                || !state.idle().pollingMachines().isEmpty()) {
            duties.lookForWork();
        } else {
            shortageLog.tryLog(alive.get(), failure);
        }
    }

    private void putBack(Processor processor, boolean spinning) {
        duties.putIdle(processor);
        if (spinning) {
            state.idle().spinning().decrement();
        }
    }
}
