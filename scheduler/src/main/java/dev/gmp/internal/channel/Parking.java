package dev.gmp.internal.channel;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits (Go: gopark). A virtual goroutine unmounts. A direct one keeps its thread, and its processor goes to
 * another at once. Any other thread parks.
 */
final class Parking {

    /** Nanoseconds: without a deadline. */
    static final long FOR_EVER = Long.MAX_VALUE;

    enum End {
        /** Another thread has ended the wait. */
        OVER,
        TIME_OVER,
        /** The interrupt status is cleared. */
        INTERRUPTED
    }

    private Parking() {}

    /** Waits. At any end but {@link End#OVER} the wait may be over a moment later. @param nanos more than 0 */
    static End await(Wait wait, long nanos) {
        Machine direct = MachineThreads.of(Thread.currentThread());
        if (direct == null) {
            return nanos == FOR_EVER ? park(wait) : parkUntil(wait, System.nanoTime() + nanos);
        }
        direct.verbs().enterWait(direct);
        try {
            return nanos == FOR_EVER ? park(wait) : parkUntil(wait, System.nanoTime() + nanos);
        } finally {
            direct.verbs().exitBlocking(direct);
        }
    }

    private static End park(Wait wait) {
        while (!wait.isOver()) {
            LockSupport.park(wait);
            if (!wait.isOver() && Thread.interrupted()) {
                return End.INTERRUPTED;
            }
        }
        return End.OVER;
    }

    private static End parkUntil(Wait wait, long deadline) {
        while (!wait.isOver()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return End.TIME_OVER;
            }
            Machine carrier = MachineThreads.current();
            if (carrier != null && !carrier.isCurrentThread()) {
                carrier.verbs().timedWaits().park(wait, left);
            } else {
                LockSupport.parkNanos(wait, left);
            }
            if (!wait.isOver() && Thread.interrupted()) {
                return End.INTERRUPTED;
            }
        }
        return End.OVER;
    }
}
