package dev.gmp.internal.gmp;

import static dev.gmp.testkit.Checkers.expect;

import dev.gmp.testkit.Checkers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * GOROUTINE-1 in every interleaving of two threads that ready a goroutine and the machine that runs it: it stands in the queue at
 * most once, and after each readying it runs again.
 */
@Tag("long")
@Timeout(600)
class GoroutineStatusProtocolTest {

    @Test
    void readiedByAnyThreadTheGoroutineIsQueuedOnceAndRunsAgain() {
        Checkers.everyInterleaving(() -> readyTwiceWhileItRuns(new ShippedStatus()));
    }

    /** A machine that looks whether it was readied, and then writes that it waits, loses the readying in between. Ends when found. */
    @Test
    void aStatusThatIsWrittenAfterAReadLosesAGoroutine() {
        Checkers.expectFault(
                "has not run since it was readied", () -> readyOnceWhileItRuns(new WaitsWithoutCompareAndSet()));
    }

    /** Of two that both see it waiting, both would queue it. Ends when found. */
    @Test
    void aReadyingThatIsWrittenAfterAReadQueuesTwice() {
        Checkers.expectFault("queued twice", () -> readyTwiceWhileItWaits(new ReadiesWithoutCompareAndSet()));
    }

    private static void readyOnceWhileItRuns(Status status) {
        status.setRunning();
        AtomicInteger queued = new AtomicInteger();
        Thread machine = Checkers.start(() -> {
            if (!status.tryWait()) {
                put(queued);
            }
        });
        if (status.tryReady()) {
            put(queued);
        }
        Checkers.join(machine);
        expect(queued.get() == 1, "it has not run since it was readied");
    }

    private static void readyTwiceWhileItWaits(Status status) {
        status.setRunning();
        expect(status.tryWait(), "it was not readied");
        AtomicInteger queued = new AtomicInteger();
        Thread other = Checkers.start(() -> {
            if (status.tryReady()) {
                put(queued);
            }
        });
        if (status.tryReady()) {
            put(queued);
        }
        Checkers.join(other);
    }

    private static void readyTwiceWhileItRuns(Status status) {
        AtomicInteger queued = new AtomicInteger(1);
        AtomicInteger readied = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        Thread one = Checkers.start(() -> ready(status, queued, readied));
        Thread other = Checkers.start(() -> ready(status, queued, readied));
        runOnce(status, queued, readied, seen);
        runOnce(status, queued, readied, seen);
        Checkers.join(one);
        Checkers.join(other);
        while (queued.get() > 0) {
            runOnce(status, queued, readied, seen);
        }
        expect(seen.get() == 2, "it has not run since it was readied");
    }

    private static void ready(Status status, AtomicInteger queued, AtomicInteger readied) {
        readied.incrementAndGet();
        if (status.tryReady()) {
            put(queued);
        }
    }

    private static void runOnce(Status status, AtomicInteger queued, AtomicInteger readied, AtomicInteger seen) {
        if (queued.get() == 0) {
            return;
        }
        queued.decrementAndGet();
        status.setRunning();
        seen.set(readied.get());
        if (!status.tryWait()) {
            put(queued);
        }
    }

    private static void put(AtomicInteger queued) {
        expect(queued.getAndIncrement() == 0, "queued twice");
    }

    /** What a machine and those that ready a goroutine do to its status. It is runnable at first. */
    private interface Status {

        boolean tryReady();

        void setRunning();

        boolean tryWait();
    }

    private static final class ShippedStatus implements Status {

        private final VirtualGoroutine goroutine = new VirtualGoroutine(new NoScheduler(), null);

        ShippedStatus() {
            goroutine.setRunnable();
        }

        @Override
        public boolean tryReady() {
            return goroutine.tryReady();
        }

        @Override
        public void setRunning() {
            goroutine.setRunning();
        }

        @Override
        public boolean tryWait() {
            return goroutine.tryWait();
        }
    }

    /** The same four statuses, with compare-and-set. */
    private static class PlainStatus implements Status {

        static final int RUNNABLE = 1;
        static final int RUNNING = 2;
        static final int READIED = 3;
        static final int WAITING = 4;

        final AtomicInteger status = new AtomicInteger(RUNNABLE);

        @Override
        public boolean tryReady() {
            return status.compareAndSet(WAITING, RUNNABLE)
                    || (!status.compareAndSet(RUNNING, READIED) && status.compareAndSet(WAITING, RUNNABLE));
        }

        @Override
        public void setRunning() {
            status.set(RUNNING);
        }

        @Override
        public boolean tryWait() {
            if (status.compareAndSet(RUNNING, WAITING)) {
                return true;
            }
            status.set(RUNNABLE);
            return false;
        }
    }

    private static final class WaitsWithoutCompareAndSet extends PlainStatus {

        @Override
        public boolean tryWait() {
            boolean waits = status.get() == RUNNING;
            status.set(waits ? WAITING : RUNNABLE);
            return waits;
        }
    }

    private static final class ReadiesWithoutCompareAndSet extends PlainStatus {

        @Override
        public boolean tryReady() {
            if (status.get() == WAITING) {
                status.set(RUNNABLE);
                return true;
            }
            return !status.compareAndSet(RUNNING, READIED) && status.compareAndSet(WAITING, RUNNABLE);
        }
    }
}
