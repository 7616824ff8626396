package dev.gmp.internal.gmp;

import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.thread.ThreadOwner;
import dev.gmp.internal.util.FieldHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * M: an operating system thread, {@link #thread}. It needs a processor to run goroutines, and is in one of these conditions:
 *
 * <pre>
 *   running    holds a processor and a goroutine        current != null, holdsProcessor()
 *   spinning   holds a processor, looks for work        current == null, spinning
 *   blocked    its goroutine blocks; has lost its P     current != null, !holdsProcessor()
 *   overtime   its goroutine computes; has lost its P   the same
 *   parked     stands in the stack of idle machines     waits for an assignment
 *   locked     runs one goroutine alone, which waits    the same, isParked() and locked != null
 *   polling    blocks in the netpoller instead          the same, the last to be given one
 * </pre>
 *
 * <p>Its fields are written by its own thread, except the assignment, which is the waker's until the machine takes it, and
 * the request to give way, which is sysmon's.
 *
 * <p>RETAKE-1: a processor is taken from a machine by the CAS on the processor's holder; the taker gives the processor a
 * new queue and moves the goroutines over. The machine keeps the old queue, finds out when it next compares, and empties
 * it. Until then it may put a goroutine there that is not expected: it has looked just before it lost the processor.
 * Therefore the taker keeps the old queue on a list and empties it again and again, until the machine has let go of it.
 * So the machine's own puts need no lock and no further fence.
 */
public final class Machine extends ThreadOwner {

    private static final VarHandle CURRENT = FieldHandles.find(MethodHandles.lookup(), "current", Goroutine.class);

    private final long number;
    private final Object scheduler;
    private final MachineVerbs verbs;
    private final ProbePoint probes;
    private final MachineCounters counters = new MachineCounters();
    private final MachinePriority priority = new MachinePriority();
    private final SysmonSightings sightings = new SysmonSightings(this);

    /** Held, or lost and not yet noticed, or null. */
    private @Nullable Processor processor;

    /** The queue it may put into. Volatile because sysmon waits for it to change (RETAKE-1). */
    private volatile @Nullable LocalRunQueue<Goroutine> queue;

    /** The processor it held last, which it prefers (Go: {@code m.oldp}). */
    private @Nullable Processor previous;

    /** Goroutines taken up, to tell one from the next. Sysmon reads it, a little behind. */
    private int steps;

    /** A probe's own. Written by the machine's thread, and to null by the thread that ends the recording. */
    private @Nullable Object notebook;

    /** Whether its goroutine has declared that it blocks. */
    private volatile boolean blocking;

    /** For observers: its goroutine waits in a run queue for a processor, so it is runnable and does not block. */
    private volatile boolean awaitingTurn;

    /** Sysmon's request that the goroutine give way (Go: {@code gp.preempt}). */
    private volatile boolean preemptRequested;

    /** The goroutine that runs on this machine alone, and how often it has asked for that. */
    private @Nullable VirtualGoroutine locked;

    private int lockCount;

    /** Where that goroutine stands in a queue, while it is runnable. Written by the thread that readies it, cleared by the machine. */
    private volatile @Nullable BoundGoroutine lockedEntry;

    /** Whether the goroutine here comes last when it yields, and whether it was asked to (YIELD-1). */
    private boolean expired;

    private boolean prompted;

    private boolean spinning;
    private int runNextStreak;
    private int random;

    /** The goroutine that runs here, for observers. Released, so that a reader sees it whole. */
    @SuppressWarnings("UnusedVariable") // read and written through CURRENT
    private @Nullable Goroutine current;

    /** The processor that a waker hands over before it unparks (Go: {@code m.nextp}). */
    private volatile @Nullable Processor assigned;

    /** Whether the machine shall spin with it. Published by {@link #assigned}. */
    private boolean assignedSpinning;

    /** The netpoller that it may block in instead of parking; see {@link #wake}. */
    private volatile @Nullable Netpoll polled;

    /** Whether it is telling a listener something, between two goroutines. */
    private volatile boolean telling;

    /** For observers: it stands in the stack of idle machines, waits for its locked goroutine, or has ended. */
    private volatile boolean parked;

    /**
     * @param scheduler to which it belongs, compared by identity
     * @param verbs what its thread does, and what its goroutines can ask for
     * @param probes hear of the processors that it takes and gives back
     * @param asForkJoinWorker whether it is to run virtual goroutines only
     */
    public Machine(
            long number,
            String name,
            Object scheduler,
            MachineVerbs verbs,
            ProbePoint probes,
            boolean asForkJoinWorker) {
        super(name, asForkJoinWorker);
        this.number = number;
        this.scheduler = scheduler;
        this.verbs = verbs;
        this.probes = probes;
        this.random = (int) (number * 0x9E3779B9 + 1) | 1;
    }

    @Override
    protected void live() {
        verbs.live(this);
    }

    public long number() {
        return number;
    }

    public boolean belongsTo(Object candidate) {
        return scheduler == candidate;
    }

    public MachineCounters counters() {
        return counters;
    }

    public MachinePriority priority() {
        return priority;
    }

    public SysmonSightings sightings() {
        return sightings;
    }

    public MachineVerbs verbs() {
        return verbs;
    }

    public @Nullable Processor processor() {
        return processor;
    }

    /** The queue it may put into, or the one it has lost with its processor. */
    public @Nullable LocalRunQueue<Goroutine> queue() {
        return queue;
    }

    /** The queue it may put into, or null when it has lost its processor. */
    public @Nullable LocalRunQueue<Goroutine> ownQueue() {
        return holdsProcessor() ? queue : null;
    }

    public boolean holdsProcessor() {
        Processor held = processor;
        return held != null && held.machine() == this;
    }

    public @Nullable Processor previous() {
        return previous;
    }

    /** Takes a processor that no other machine has (Go: acquirep). */
    public void acquire(Processor taken) {
        processor = taken;
        previous = taken;
        queue = taken.queue();
        runNextStreak = 0;
        preemptRequested = false;
        taken.heldBy(this);
        probes.tell(Probe.Event.ACQUIRES, this, taken);
    }

    /** Lets its processor go (Go: releasep). @return what is the caller's to pass on, or null when it was lost before */
    public @Nullable Processor tryRelease() {
        Processor held = processor;
        if (held == null || !held.tryTakeFrom(this)) {
            return null;
        }
        processor = null;
        queue = null;
        probes.tell(Probe.Event.RELEASES, this, held);
        return held;
    }

    /** Lets go of a processor that it has lost, and of the queue that was left to it and that it has emptied. */
    public void acknowledgeLoss() {
        processor = null;
        queue = null;
        sightings.sawBlock(false);
    }

    public void step() {
        steps++;
    }

    public int estimatedSteps() {
        return steps;
    }

    /** The object that a probe has left here, on this thread. */
    public @Nullable Object notebook() {
        return notebook;
    }

    public void setNotebook(@Nullable Object value) {
        notebook = value;
    }

    public boolean isBlocking() {
        return blocking;
    }

    public void setBlocking(boolean value) {
        blocking = value;
    }

    public boolean isAwaitingTurn() {
        return awaitingTurn;
    }

    public void setAwaitingTurn(boolean value) {
        awaitingTurn = value;
    }

    public boolean isPreemptRequested() {
        return preemptRequested;
    }

    public void requestPreemption(boolean value) {
        preemptRequested = value;
    }

    public @Nullable VirtualGoroutine locked() {
        return locked;
    }

    /** Binds the goroutine that runs here to this machine, once more (Go: {@code dolockOSThread}). */
    public void lock(VirtualGoroutine goroutine) {
        locked = goroutine;
        lockCount++;
        goroutine.lockTo(this);
    }

    /** Takes back one {@link #lock} (Go: {@code dounlockOSThread}). @return false when there is none */
    public boolean unlock() {
        VirtualGoroutine goroutine = locked;
        if (goroutine == null) {
            return false;
        }
        if (--lockCount == 0) {
            goroutine.lockTo(null);
            locked = null;
            priority.unbind();
        }
        return true;
    }

    /** The queue entry of the locked goroutine, or null while it is not runnable. */
    public @Nullable BoundGoroutine lockedEntry() {
        return lockedEntry;
    }

    public void setLockedEntry(@Nullable BoundGoroutine entry) {
        lockedEntry = entry;
    }

    public boolean isExpired() {
        return expired;
    }

    public boolean isPrompted() {
        return prompted;
    }

    public void setYield(boolean asExpired, boolean asPrompted) {
        expired = asExpired;
        prompted = asPrompted;
    }

    public boolean isSpinning() {
        return spinning;
    }

    public void setSpinning(boolean value) {
        spinning = value;
    }

    /** How many goroutines in a row it took from runnext. */
    public int runNextStreak() {
        return runNextStreak;
    }

    public void setRunNextStreak(int streak) {
        runNextStreak = streak;
    }

    public @Nullable Goroutine currentAcquire() {
        return (Goroutine) CURRENT.getAcquire(this);
    }

    public void setCurrentRelease(@Nullable Goroutine goroutine) {
        CURRENT.setRelease(this, goroutine);
    }

    /** Gives a parked or new machine its processor; the caller then wakes or starts it. */
    public void assign(Processor given, boolean spin) {
        assignedSpinning = spin;
        assigned = given;
    }

    public boolean hasAssignment() {
        return assigned != null;
    }

    /** Takes up what {@link #assign} left. */
    public void takeAssignment() {
        Processor given = assigned;
        if (given == null) {
            throw new IllegalStateException(name() + " was given no processor");
        }
        spinning = assignedSpinning;
        assigned = null;
        acquire(given);
    }

    /** From now on it may block in the netpoller; null: no more. A full fence. By the machine itself. */
    public void setPolled(@Nullable Netpoll netpoll) {
        polled = netpoll;
    }

    /**
     * Ends the machine's park, or its poll (Go: notewakeup, netpollBreak). WAKE-1: the waker writes first, then looks
     * whether the machine polls. The machine says first that it polls, then reads.
     */
    public void wake() {
        LockSupport.unpark(thread());
        Netpoll blockedIn = polled;
        if (blockedIn != null) {
            blockedIn.wakeup();
        }
    }

    public boolean isParked() {
        return parked;
    }

    /**
     * The goroutine for which it is parked: that is locked to it, and waits (Go: counted by nmidlelocked). Null where it runs,
     * or stands among the idle machines. For observers.
     */
    public @Nullable VirtualGoroutine parkedFor() {
        return parked ? locked : null; // in this order: what was locked before the park is seen
    }

    public boolean isTelling() {
        return telling;
    }

    public void setTelling(boolean value) {
        telling = value;
    }

    public void setParked(boolean value) {
        parked = value;
    }

    /** The next number of its own xorshift generator (Go: cheaprand). */
    public int nextRandom() {
        int x = random;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        random = x;
        return x;
    }
}
