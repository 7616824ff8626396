package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.util.Occupancy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The queue of a processor whose goroutines ready each other: each look finds its runnext taken since the last one. */
public final class ChangingQueue extends LocalRunQueue<Goroutine> {

    private final Goroutine next;
    private final int most;
    private int looks;
    private int passes;
    private int lookToFollow = -1;
    private Runnable following = () -> {};
    private boolean isEmpty;
    private boolean hasEnded;
    private int attempts;

    /** @param most after so many looks it stands still, and what it shows cannot be taken */
    public ChangingQueue(Goroutine next, int most) {
        super(new Occupancy(1), 0);
        this.next = next;
        this.most = most;
    }

    /** How often it was looked at. */
    public int looks() {
        return looks;
    }

    /** How often a thief came by. */
    public int passes() {
        return passes;
    }

    /** How often a thief tried to take what is to run next. */
    public int attempts() {
        return attempts;
    }

    /** From now on each look comes when the owner has just taken what stood there. */
    public void showEmpty() {
        isEmpty = true;
    }

    /** The owner's goroutines have ended: nothing is taken any more. */
    public void end() {
        isEmpty = true;
        hasEnded = true;
    }

    /** @param action called at the end of a look */
    public void afterLook(int look, Runnable action) {
        lookToFollow = look;
        following = action;
    }

    @Override
    public @Nullable Goroutine peekRunNext() {
        return isEmpty ? null : next;
    }

    @Override
    public int estimatedRunNextTaken() {
        if (looks < most && !hasEnded) {
            looks++;
        }
        if (looks == lookToFollow) {
            following.run();
        }
        return looks;
    }

    @Override
    public boolean trySteal(Goroutine expected) {
        attempts++;
        return false;
    }

    @Override
    public boolean isEmpty() {
        return false;
    }

    @Override
    public boolean isRingEmpty() {
        passes++;
        return true;
    }

    @Override
    public int estimatedSize() {
        return 1;
    }

    @Override
    public @Nullable Goroutine stealHalf(LocalRunQueue<Goroutine> thief) {
        return null;
    }

    @Override
    public @Nullable Goroutine pollOldest() {
        return null;
    }

    @Override
    public @Nullable Goroutine pollAny() {
        return null;
    }

    @Override
    public @Nullable Goroutine exchangeRunNext(Goroutine element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable Goroutine pollRunNext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean offer(Goroutine element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void offerAll(Batch<Goroutine> batch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int largestBatch() {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable Batch<Goroutine> tryTakeHalf(Goroutine element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable Goroutine poll() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int estimatedTaken() {
        return 0;
    }

    @Override
    public int estimatedAdded() {
        return 0;
    }

    @Override
    public @Nullable Goroutine peekOldest() {
        return null;
    }

    @Override
    public boolean isLastInFirstOut() {
        return false;
    }

    @Override
    public void showEstimated(Consumer<? super Goroutine> viewer) {
        throw new UnsupportedOperationException();
    }
}
