package dev.gmp.internal.gmp;

import dev.gmp.internal.runq.LocalRunQueue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * M: an operating system thread. It needs a processor to run goroutines, and is in one of these conditions:
 *
 * <pre>
 *   running    holds a processor and a goroutine      processor != null, current != null
 *   spinning   holds a processor, looks for work      processor != null, spinning
 *   parked     stands in the stack of idle machines   processor == null, waits for an assignment
 * </pre>
 *
 * <p>Its fields are written by its own thread, except the assignment, which is the waker's until the machine takes it.
 *
 * <p>RETAKE-1: a machine that puts a goroutine into its ring and then, after a full fence, still finds the processor's
 * queue to be its own may leave it there. Otherwise the processor was taken meanwhile, whoever took it may have emptied
 * the ring before the put, and the machine must empty it itself.
 */
public final class Machine extends Thread {

    private static final VarHandle CURRENT;

    static {
        try {
            CURRENT = MethodHandles.lookup().findVarHandle(Machine.class, "current", Goroutine.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long number;
    private final Object scheduler;
    private final Consumer<Machine> life;
    private final MachineCounters counters = new MachineCounters();

    private @Nullable Processor processor;
    private @Nullable LocalRunQueue<Goroutine> queue;
    private boolean spinning;
    private int runNextStreak;
    private int random;

    /** What runs here now, for observers. Released, so that who sees it sees the goroutine whole; no more is needed. */
    private @Nullable Goroutine current;

    /** The processor that a waker hands over before it unparks (Go: {@code m.nextp}). */
    private volatile @Nullable Processor assigned;

    /** Whether the machine shall spin with it. Published by {@link #assigned}. */
    private boolean assignedSpinning;

    /** For observers: it stands in the stack of idle machines, or has ended. */
    private volatile boolean parked;

    /**
     * @param scheduler to whom it belongs, compared by identity
     * @param life what its thread does, from start to end
     */
    public Machine(long number, String name, Object scheduler, Consumer<Machine> life) {
        super(null, null, name, 0, false);
        this.number = number;
        this.scheduler = scheduler;
        this.life = life;
        this.random = (int) (number * 0x9E3779B9 + 1) | 1;
    }

    @Override
    public void run() {
        life.accept(this);
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

    public @Nullable Processor processor() {
        return processor;
    }

    public @Nullable LocalRunQueue<Goroutine> queue() {
        return queue;
    }

    /** Takes a processor that is nobody else's (Go: acquirep). */
    public void acquire(Processor taken) {
        processor = taken;
        queue = taken.queue();
        runNextStreak = 0;
        taken.heldBy(this);
    }

    /** Lets its processor go (Go: releasep). The caller passes it on. */
    public Processor release() {
        Processor held = processor;
        if (held == null) {
            throw new IllegalStateException(getName() + " holds no processor");
        }
        held.heldBy(null);
        processor = null;
        queue = null;
        return held;
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
            throw new IllegalStateException(getName() + " was given no processor");
        }
        spinning = assignedSpinning;
        assigned = null;
        acquire(given);
    }

    public boolean isParked() {
        return parked;
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
