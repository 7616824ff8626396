package dev.gmp.internal.timed;

import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.ThreadSpread;

/**
 * Which processor's timers a thread from outside adds to. It keeps to one, whose memory stays in its CPU's cache, until it
 * meets another thread there; then it moves on for good. So threads that set timers all the time come to have a heap each,
 * where there are enough ({@link java.util.concurrent.atomic.LongAdder} finds its cells so).
 */
public final class TimerAffinity {

    private static final int GROUPS = 64;
    private static final int SHIFT = ThreadSpread.shift(GROUPS);

    private final Processors processors;

    /** How often threads have moved on, which are in groups by their ids. A race may lose a move: it is made up for later. */
    private final int[] moves = new int[GROUPS];

    TimerAffinity(Processors processors) {
        this.processors = processors;
    }

    /** The heap for a timer that the thread is about to set. */
    TimerHeap of(Thread outside) {
        int group = ThreadSpread.slot(outside.getId(), SHIFT);
        TimerHeap home = heap(group, moves[group]);
        if (!home.estimatedBusy()) {
            return home;
        }
        int next = moves[group] + 1;
        moves[group] = next;
        return heap(group, next);
    }

    private TimerHeap heap(int group, int move) {
        return processors
                .get((group + move & Integer.MAX_VALUE) % processors.count())
                .timers();
    }
}
