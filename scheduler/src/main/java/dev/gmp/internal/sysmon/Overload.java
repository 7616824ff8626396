package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.BacklogQueue;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.WakeUp;
import dev.gmp.internal.util.Overdue;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets what comes later pass what waits, when {@value #BOUND} goroutines for each processor compute without one
 * (adaptive LIFO, <a href="https://queue.acm.org/detail.cfm?id=2839461">Maurer, Fail at Scale</a>). Used by sysmon
 * alone.
 *
 * <p>From that bound on, each goroutine that overruns its slice defers waiting ones: the lanes of the global queue, and
 * the rings, go to the backlog. While more wait than the rings have room for, the bound is one for each processor. The
 * processor is taken too, so that a later goroutine finds one, until twice the bound computes so.
 *
 * <p>The deferred come back when no other waits and a processor is free, the newest first: one, and twice as many each
 * time until one of them computes for long. Where none has come back for a tenth of a second, one does all the same.
 * From one and a half times the bound on, only those come back that were deferred since the last that computed for
 * long. The rest is for what is new.
 */
public final class Overload {

    /**
     * The bound: with this many goroutines in overtime for each processor, waiting ones are deferred when one more
     * overruns.
     */
    public static final int BOUND = 16;

    /** From this number on, deferred goroutines wait. The rest is for new ones. */
    private static final int MOST_WITH_DEFERRED = BOUND + BOUND / 2;

    /** In nanoseconds: where others wait all the time, or no processor is free, one comes back ten times in a second. */
    private static final long AGAIN_NANOS = 10 * Overdue.NANOS;

    /** Beyond that, goroutines keep their processors. */
    private static final int MOST = 2 * BOUND;

    private final SchedulerState state;
    private final GlobalRunQueue<Goroutine> globalQueue;
    private final BacklogQueue<Goroutine> backlog;
    private final WakeUp wakeUp;

    /**
     * The goroutines that waited in each lane, the newest first. Empty except during a deferral, like the next field:
     * deferring takes no memory.
     */
    private final List<Batch<Goroutine>> lanes = new ArrayList<>();

    private final Batch<Goroutine> batch = new Batch<>();

    /** How many come back next. */
    private int nextSize = 1;

    /** How many on top were deferred after the last that came back and computed for long. */
    private int newcomers;

    /** Whether deferred goroutines have come back since the last one that computed for long. */
    private boolean onTrial;

    private long trialBegan;
    private long cameBackAt = System.nanoTime();
    private volatile long deferred;

    public Overload(SchedulerState state, WakeUp wakeUp) {
        this.state = state;
        this.globalQueue = state.queues().global();
        this.backlog = state.queues().backlog();
        this.wakeUp = wakeUp;
        for (int lane = 0; lane < globalQueue.lanes(); lane++) {
            lanes.add(new Batch<>());
        }
    }

    /** Whether one more may compute without a processor. */
    boolean hasRoom(int overtime) {
        return overtime < most(MOST);
    }

    /**
     * A goroutine has computed for longer than its slice, and not given way.
     *
     * @param beganAt when it took its processor, as far as sysmon has seen it
     * @param overtime how many compute without a processor
     */
    void makeWay(long beganAt, int overtime) {
        if (onTrial && beganAt - trialBegan > 0) { // it may be one of them
            onTrial = false;
            newcomers = 0;
            nextSize = 1;
        }
        boolean manyWait = overtime >= most(1) && globalQueue.freshSize() > most(LocalRunQueue.CAPACITY);
        if (manyWait || overtime >= most(BOUND)) {
            tryDefer();
        }
    }

    private void tryDefer() {
        if (backlog.tryBeginMove()) {
            try {
                defer();
            } finally {
                backlog.endMove();
            }
        }
    }

    /** At each tick, when processors have been taken. */
    void tick(long now, int overtime) {
        if (backlog.isEmpty()) {
            cameBackAt = now;
            return;
        }
        newcomers = Math.min(newcomers, backlog.size()); // some may have been discarded
        int most = mostToComeBack(now, overtime);
        if (most > 0 && backlog.tryBeginMove()) {
            try {
                bringBack(now, most);
            } finally {
                backlog.endMove();
            }
            wakeUp.afterPut();
        }
    }

    private void bringBack(long now, int most) {
        backlog.drainTo(batch, most);
        cameBackAt = now;
        if (!onTrial) {
            onTrial = true;
            trialBegan = now;
        }
        newcomers = Math.max(0, newcomers - batch.size());
        nextSize = Math.max(1, 2 * batch.size()); // discard-oldest may have emptied the backlog meanwhile
        globalQueue.addAll(batch, 0);
    }

    /** Goroutines that were deferred so that later ones could pass. Any thread. */
    public long deferred() {
        return deferred;
    }

    private int mostToComeBack(long now, int overtime) {
        boolean isFree =
                state.idle().processors().any() || state.idle().spinning().any() || globalQueue.hasExpired();
        boolean hasRoom = overtime < most(MOST_WITH_DEFERRED);
        if (!isFree || globalQueue.freshSize() > 0) {
            return hasRoom && now - cameBackAt >= AGAIN_NANOS ? 1 : 0;
        }
        return hasRoom ? nextSize : Math.min(nextSize, newcomers);
    }

    /** The newest of each lane in turns, so that none hides the others; then the rings, whose goroutines are older. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void defer() {
        int most = 0;
        for (int lane = 0; lane < lanes.size(); lane++) {
            globalQueue.drainLaneTo(batch, lane);
            most = Math.max(most, batch.size());
            reverse(batch, lanes.get(lane));
        }
        for (int turn = 0; turn < most; turn++) {
            for (int lane = 0; lane < lanes.size(); lane++) {
                move(lanes.get(lane), batch);
            }
        }
        Batch<Goroutine> inRings = lanes.get(0);
        for (int id = 0; id < state.processors().made(); id++) {
            LocalRunQueue<Goroutine> ring = state.processors().get(id).queue();
            for (Goroutine each = ring.pollOldest(); each != null; each = ring.pollOldest()) {
                inRings.addFirst(each);
            }
        }
        while (!inRings.isEmpty()) {
            move(inRings, batch);
        }
        newcomers += batch.size();
        deferred += batch.size();
        backlog.addAll(batch);
    }

    private static void reverse(Batch<Goroutine> from, Batch<Goroutine> to) {
        for (Goroutine each = from.remove(); each != null; each = from.remove()) {
            to.addFirst(each);
        }
    }

    private static void move(Batch<Goroutine> from, Batch<Goroutine> to) {
        Goroutine first = from.remove();
        if (first != null) {
            to.add(first);
        }
    }

    private int most(int forEachProcessor) {
        return forEachProcessor * state.processors().count();
    }
}
