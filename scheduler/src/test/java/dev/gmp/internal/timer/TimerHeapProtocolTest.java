package dev.gmp.internal.timer;

import static dev.gmp.testkit.Checkers.expect;

import dev.gmp.testkit.Checkers;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * TIMER-1 in every interleaving of those that add, take and cancel: a timer that was added is taken once or cancelled.
 */
@Tag("long")
@Timeout(600)
class TimerHeapProtocolTest {

    private static final long DUE = 10;

    /** In the bucket after the next: it is moved before it is taken. */
    private static final long LATER = 200_000_000;

    private static final long END = 1_000_000_000;

    @Test
    void aTimerIsTakenOnceOrCancelled() {
        Checkers.everyInterleaving(() -> takeBesideACanceller());
    }

    /** The heap leaves it to the timer to decide, so a timer that looks first and writes second is both. Ends when found. */
    @Test
    void aTimerThatDecidesInTwoStepsIsBoth() {
        Checkers.expectFault("taken and cancelled", () -> takeOrCancel(new CarelessTimer(DUE)));
    }

    private static void takeBesideACanceller() {
        TimerHeap heap = new TimerHeap();
        CountedTimer first = new AtomicTimer(DUE);
        CountedTimer second = new AtomicTimer(LATER);
        CountedTimer added = new AtomicTimer(DUE + 1);
        heap.add(first, first.when);
        heap.add(second, second.when);
        Thread taker = Checkers.start(() -> take(heap, END));
        Thread canceller = Checkers.start(() -> {
            cancel(heap, first);
            heap.add(added, added.when);
        });
        cancel(heap, second);
        Checkers.join(taker);
        Checkers.join(canceller);
        while (take(heap, 2 * END) > 0) {}
        for (CountedTimer timer : new CountedTimer[] {first, second, added}) {
            expect(timer.taken.get() + timer.cancelled.get() < 2, "taken and cancelled, or taken twice");
            expect(timer.taken.get() + timer.cancelled.get() == 1, "lost");
        }
        expect(heap.pending() == 0, "still pending: " + heap.pending());
        expect(heap.earliest() == TimerHeap.NEVER, "a check is due again");
    }

    private static void takeOrCancel(CountedTimer timer) {
        TimerHeap heap = new TimerHeap();
        heap.add(timer, timer.when);
        Thread canceller = Checkers.start(() -> cancel(heap, timer));
        take(heap, END);
        Checkers.join(canceller);
        expect(timer.taken.get() + timer.cancelled.get() == 1, "taken and cancelled, or neither");
    }

    private static int take(TimerHeap heap, long now) {
        @Nullable Timer[] due = new @Nullable Timer[4];
        int count = heap.takeDue(now, due);
        for (int i = 0; i < count; i++) {
            ((CountedTimer) due[i]).taken.incrementAndGet();
        }
        return count;
    }

    private static void cancel(TimerHeap heap, CountedTimer timer) {
        if (timer.tryCancel()) {
            timer.cancelled.incrementAndGet();
            heap.cancelled();
        }
    }

    /** Counts what is done to it. */
    private abstract static class CountedTimer implements Timer {

        static final int PENDING = 0;
        static final int GONE = 1;

        final long when;
        final AtomicInteger stage = new AtomicInteger(PENDING);
        final AtomicInteger taken = new AtomicInteger();
        final AtomicInteger cancelled = new AtomicInteger();

        CountedTimer(long when) {
            this.when = when;
        }

        abstract boolean tryLeave();

        boolean tryCancel() {
            return tryLeave();
        }

        @Override
        public boolean tryTake() {
            return tryLeave();
        }

        @Override
        public boolean isPending() {
            return stage.get() == PENDING;
        }

        @Override
        public boolean startsGoroutine() {
            return true;
        }

        @Override
        public void fire() {}
    }

    private static final class AtomicTimer extends CountedTimer {

        AtomicTimer(long when) {
            super(when);
        }

        @Override
        boolean tryLeave() {
            return stage.compareAndSet(PENDING, GONE);
        }
    }

    private static final class CarelessTimer extends CountedTimer {

        CarelessTimer(long when) {
            super(when);
        }

        @Override
        boolean tryLeave() {
            boolean pending = isPending();
            stage.set(GONE);
            return pending;
        }
    }
}
