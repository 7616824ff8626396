package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.Batch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The goroutines of the backlog that were brought back last, and what became of them: whether the next may be more, or must
 * be one. Used by sysmon alone.
 */
public final class OverloadTrial {

    private static final int MOST = 256;

    private final SchedulerState state;
    private final @Nullable Goroutine[] tried = new Goroutine[MOST];
    private int size;
    private boolean anyIsLong;
    private long beganAt;

    /** When so many slices have begun, all of them have run: those that were queued before them come first. */
    private long endsAtSlices;

    OverloadTrial(SchedulerState state, long now) {
        this.state = state;
        beganAt = now;
    }

    /** Brings goroutines back, and forgets those before. The caller wakes a machine for them. */
    void begin(Batch<Goroutine> batch, long now) {
        forget();
        beganAt = now;
        for (Goroutine each = batch.remove(); each != null; each = batch.remove()) {
            tried[size++] = each;
            state.queues().global().add(each, 0);
        }
        endsAtSlices = slicesBegun(state) + queued();
    }

    /** None is left to bring back. The goroutines, and what they refer to, can be collected. */
    void forget() {
        Arrays.fill(tried, 0, size, null);
        size = 0;
        anyIsLong = false;
    }

    /** Whether it is one of them. */
    boolean includes(@Nullable Goroutine goroutine) {
        for (int i = 0; i < size; i++) {
            if (tried[i] == goroutine) {
                return true;
            }
        }
        return false;
    }

    /** One of them has not ended within its slice. */
    void markLong() {
        anyIsLong = true;
    }

    /** Whether one of them holds a processor still. */
    boolean anyStillRuns() {
        for (int id = 0; id < state.processors().count(); id++) {
            Machine holder = state.processors().get(id).machine();
            if (holder != null && includes(holder.currentAcquire())) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of them has not ended within its slice. */
    boolean anyIsLong() {
        return anyIsLong;
    }

    long age(long now) {
        return now - beganAt;
    }

    /** Whether all of them should have run by now. */
    boolean isThrough() {
        return slicesBegun(state) - endsAtSlices >= 0;
    }

    /** How many to bring back next. */
    int nextSize() {
        return anyIsLong ? 1 : Math.min(Math.max(1, 2 * size), MOST);
    }

    static long slicesBegun(SchedulerState state) {
        long slices = 0;
        for (int id = 0; id < state.processors().made(); id++) {
            slices += state.processors().get(id).schedTick();
        }
        return slices;
    }

    private int queued() {
        int queued = state.queues().global().size();
        for (int id = 0; id < state.processors().made(); id++) {
            queued += state.processors().get(id).queue().estimatedSize();
        }
        return queued;
    }
}
