package dev.gmp.internal.gmp;

import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.Occupancy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * P: the right to run goroutines, with the queue of those that are to run next. Either idle, then it stands in the set of
 * idle processors, and what its queue still holds is for machines that look for work; or held by one machine.
 *
 * <p>The queue is the token of the right: the machine that has the processor's current queue holds the processor. Taking a
 * processor from a machine that does not answer replaces the queue, and the machine finds out by comparing (RETAKE-1, in
 * {@link Machine}).
 */
public final class Processor {

    private static final VarHandle MACHINE = FieldHandles.find(MethodHandles.lookup(), "machine", Machine.class);

    private final int id;

    private final TimerHeap timers;

    /** Replaced only when the processor is taken from its machine, by the taker. */
    private volatile LocalRunQueue<Goroutine> queue;

    /**
     * The machine that holds the processor. The thread whose CAS sets it to null then owns the processor: the machine
     * itself on release, or sysmon when it takes the processor away.
     */
    private volatile @Nullable Machine machine;

    /** Whether it is out of use: in no set, held by none, its queue empty. Guarded by the lock of resizing. */
    private boolean dead = true;

    /** Whether its slice is that of a goroutine which has used up one before. Written like the next. */
    private boolean expired;

    /** Yields on it that followed another one of the same goroutine: YIELD-1. Written like the next. */
    private long repeatedYields;

    /** Time slices begun (Go: {@code p.schedtick}). Written by the machine that holds it; others read it racily. */
    private long schedTick;

    @SuppressWarnings({"unused", "UnusedVariable"})
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** One that is alone. */
    public Processor(int id, LocalRunQueue<Goroutine> queue) {
        this(id, queue, new Occupancy(id + 1));
    }

    Processor(int id, LocalRunQueue<Goroutine> queue, Occupancy withTimers) {
        this.id = id;
        this.timers = new TimerHeap(withTimers, id);
        this.queue = queue;
    }

    /** @return false when it was not dead, so it is held still */
    public boolean tryRevive() {
        boolean wasDead = dead;
        dead = false;
        return wasDead;
    }

    public void setDead() {
        dead = true;
    }

    public int id() {
        return id;
    }

    public LocalRunQueue<Goroutine> queue() {
        return queue;
    }

    /**
     * The timers set while it was held, and a share of those set from outside. Open to any thread: they are due also
     * while it is idle or dead.
     */
    public TimerHeap timers() {
        return timers;
    }

    public @Nullable Machine machine() {
        return machine;
    }

    public long schedTick() {
        return schedTick;
    }

    /** A goroutine yields here once more. By the machine that holds the processor, or has just lost it: a count may be lost. */
    public void countRepeatedYield() {
        repeatedYields++;
    }

    /** Any thread, a little behind. */
    public long estimatedRepeatedYields() {
        return repeatedYields;
    }

    /** Begins a time slice. Only the machine that holds the processor. */
    public void beginSlice() {
        schedTick++;
        expired = false;
    }

    /** After {@link #beginSlice}: it is the slice of a goroutine that has used up one before, and gives way to any that comes. */
    public void setExpired() {
        expired = true;
    }

    /** Whether its goroutine gives way to any that comes. Any thread, a little behind. */
    public boolean estimatedExpired() {
        return expired;
    }

    void heldBy(Machine holder) {
        machine = holder;
    }

    /** Ends the holder's right. @return whether the processor is the caller's now; otherwise another thread was faster */
    public boolean tryTakeFrom(Machine holder) {
        return machine == holder && MACHINE.compareAndSet(this, holder, null);
    }

    /** Gives it a new queue, so that the old one is left to the machine that lost the processor. Only by its owner. */
    public void replaceQueue(LocalRunQueue<Goroutine> fresh) {
        queue = fresh;
    }
}
