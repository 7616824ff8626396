package dev.gmp.benchmarks.workload;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * Two goroutines that wake each other in turn: what it costs to park one and to ready the other. At any time one of them
 * has the turn. A round trip is two turns.
 */
public final class PingPong extends LatchedBatch {
    private final int roundTrips;
    private final Side ping;
    private final Side pong;

    /** The side that may go on now; the other one waits, even if it was unparked. */
    private volatile Side turn;

    public PingPong(ThreadFactory threads, int roundTrips) {
        super(2L * roundTrips, 2);
        this.roundTrips = roundTrips;
        this.ping = new Side(threads);
        this.pong = new Side(threads);
        this.turn = ping;
    }

    @Override
    protected void begin() {
        pong.thread.start();
        ping.thread.start();
    }

    @Override
    public long executions() {
        return (long) ping.turns + pong.turns;
    }

    private final class Side {
        private final Thread thread;
        private volatile int turns;

        Side(ThreadFactory threads) {
            thread = threads.newThread(this::play);
        }

        private void play() {
            Side other = this == ping ? pong : ping;
            for (int taken = 1; taken <= roundTrips; taken++) {
                while (turn != this) {
                    LockSupport.park();
                }
                turn = other;
                LockSupport.unpark(other.thread);
            }
            turns = roundTrips;
            partEnds();
        }
    }
}
