package dev.gmp.internal.gmp;

import dev.gmp.internal.kind.KindTurn;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.util.EventBudget;
import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.LatencyHistogram;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one machine. Only its own thread writes; any thread may read, a little behind.
 *
 * <p>{@code spawned} and {@code completed} also decide when the scheduler has nothing left (QUIET-1 in {@code
 * Lifecycle}). Therefore they are released in program order: a thread that sees a completion also sees the spawns
 * before it.
 */
public final class MachineCounters {

    /** What is counted beside those two, as {@link dev.gmp.observe.SchedulerCounters} says. */
    public enum Count {
        STEALS,
        STOLEN,
        OVERFLOWS,
        PARKS,
        UNPARKS,
        UNCAUGHT,
        PREEMPTED,
        HANDOFFS,
        FIRST_YIELDS,
        REPEATED_YIELDS;

        private static final int NUMBER = values().length;
    }

    private static final VarHandle SPAWNED = FieldHandles.find(MethodHandles.lookup(), "spawned", long.class);
    private static final VarHandle COMPLETED = FieldHandles.find(MethodHandles.lookup(), "completed", long.class);

    static {
        // The first use of an access takes memory, and the first task may have left none.
        COMPLETED.setRelease(new MachineCounters(), 0L);
    }

    private long spawned;
    private long completed;

    private final long[] counts = new long[Count.NUMBER];

    /** Begun on goroutines that had done others before. */
    private int nextTasks;

    private final LatencyHistogram latency = new LatencyHistogram();
    private final LatencyHistogram slices = new LatencyHistogram();

    /** Of the samples, those that listeners hear of. */
    private final EventBudget told = new EventBudget();

    private final KindTurn kindTurn = new KindTurn();

    /** What is noted of the present turn for the kind of its task. */
    public KindTurn kindTurn() {
        return kindTurn;
    }

    /** The thread's own. */
    private @Nullable Labels labelsSeen;

    /**
     * The labels of the goroutine that runs here, or that ran here last: those that it set last, also if it has removed them
     * since. Means something for goroutines that are timed, and while a probe is plugged in.
     */
    public @Nullable Labels labelsSeen() {
        return labelsSeen;
    }

    /** A goroutine begins to run with these labels, or has set one of them. */
    public void seeLabels(@Nullable Labels labels) {
        labelsSeen = labels;
    }

    /** Whether listeners hear of a sample that was taken now. */
    public boolean tells(int nowMicros) {
        return told.tryTake(nowMicros);
    }

    public void countSpawned() {
        SPAWNED.setRelease(this, spawned + 1);
    }

    public void countCompleted() {
        COMPLETED.setRelease(this, completed + 1);
    }

    public void countNextTask() {
        nextTasks++;
    }

    /** Together with the machine's steps this tells one task from the next. */
    public int estimatedNextTasks() {
        return nextTasks;
    }

    public void count(Count what) {
        add(what, 1);
    }

    public void add(Count what, long number) {
        counts[what.ordinal()] += number;
    }

    /** How long goroutines ran in one go. */
    public LatencyHistogram slices() {
        return slices;
    }

    public LatencyHistogram latency() {
        return latency;
    }

    /** Read by the owner to sample; not ordered with anything. */
    public long ownSpawned() {
        return spawned;
    }

    public long spawnedAcquire() {
        return (long) SPAWNED.getAcquire(this);
    }

    public long completedAcquire() {
        return (long) COMPLETED.getAcquire(this);
    }

    public long get(Count what) {
        return counts[what.ordinal()];
    }

    /** Adds another machine's counts to these. Only while the caller alone may write here. */
    public void absorb(MachineCounters ended) {
        SPAWNED.setRelease(this, spawned + ended.spawned);
        COMPLETED.setRelease(this, completed + ended.completed);
        for (int i = 0; i < counts.length; i++) {
            counts[i] += ended.counts[i];
        }
        latency.absorb(ended.latency);
        slices.absorb(ended.slices);
    }
}
