package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.RingRunQueue;
import dev.gmp.internal.util.Occupancy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A processor's queue that notes a number at each look at its ring. */
public class WatchedQueue extends LocalRunQueue<Goroutine> {

    private final LocalRunQueue<Goroutine> queue = new RingRunQueue<>();
    private final IntSupplier number;
    private final List<Integer> seen = new ArrayList<>();
    private int looksBeforeRunNext = -1;

    public WatchedQueue(IntSupplier number) {
        super(new Occupancy(1), 0);
        this.number = number;
    }

    /** How often it was looked whether there is anything in its ring. */
    public int looks() {
        return seen.size();
    }

    /** How often that was before the first look at its runnext; -1 where there was none. */
    public int looksBeforeRunNext() {
        return looksBeforeRunNext;
    }

    public int firstSeen() {
        return seen.get(0);
    }

    public int mostSeen() {
        return Collections.max(seen);
    }

    @Override
    public boolean isRingEmpty() {
        seen.add(number.getAsInt());
        return queue.isRingEmpty();
    }

    @Override
    public @Nullable Goroutine peekRunNext() {
        if (looksBeforeRunNext < 0) {
            looksBeforeRunNext = looks();
        }
        return queue.peekRunNext();
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public int estimatedRunNextTaken() {
        return queue.estimatedRunNextTaken();
    }

    @Override
    public boolean trySteal(Goroutine expected) {
        return queue.trySteal(expected);
    }

    @Override
    public int estimatedSize() {
        return queue.estimatedSize();
    }

    @Override
    public @Nullable Goroutine stealHalf(LocalRunQueue<Goroutine> thief) {
        return queue.stealHalf(thief);
    }

    @Override
    public @Nullable Goroutine pollOldest() {
        return queue.pollOldest();
    }

    @Override
    public @Nullable Goroutine pollAny() {
        return queue.pollAny();
    }

    @Override
    public @Nullable Goroutine exchangeRunNext(Goroutine element) {
        return queue.exchangeRunNext(element);
    }

    @Override
    public @Nullable Goroutine pollRunNext() {
        return queue.pollRunNext();
    }

    @Override
    public boolean offer(Goroutine element) {
        return queue.offer(element);
    }

    @Override
    public void offerAll(Batch<Goroutine> batch) {
        queue.offerAll(batch);
    }

    @Override
    public int largestBatch() {
        return queue.largestBatch();
    }

    @Override
    public @Nullable Batch<Goroutine> tryTakeHalf(Goroutine element) {
        return queue.tryTakeHalf(element);
    }

    @Override
    public @Nullable Goroutine poll() {
        return queue.poll();
    }

    @Override
    public int estimatedTaken() {
        return queue.estimatedTaken();
    }

    @Override
    public int estimatedAdded() {
        return queue.estimatedAdded();
    }

    @Override
    public @Nullable Goroutine peekOldest() {
        return queue.peekOldest();
    }

    @Override
    public boolean isLastInFirstOut() {
        return queue.isLastInFirstOut();
    }

    @Override
    public void showEstimated(Consumer<? super Goroutine> viewer) {
        queue.showEstimated(viewer);
    }
}
