package dev.gmp.benchmarks.workload;

import java.util.concurrent.Executor;

/**
 * A chain between two tasks: each hands in the other and ends. At any time one task is runnable, so parallelism gains
 * nothing, and waking another worker for it is wasted. A round trip is two executions.
 */
public final class HandOver extends LatchedBatch {
    private final Executor executor;
    private final int roundTrips;
    private final Side ping = new Side();
    private final Side pong = new Side();

    public HandOver(Executor executor, int roundTrips) {
        super(2L * roundTrips, 1);
        this.executor = executor;
        this.roundTrips = roundTrips;
    }

    @Override
    protected void begin() {
        executor.execute(ping);
    }

    @Override
    public long executions() {
        return (long) ping.executions + pong.executions;
    }

    private final class Side implements Runnable {
        /** Written by the side's executions only; the hand-over orders one after the other. */
        private int executions;

        @Override
        public void run() {
            executions++;
            if (this == pong && executions == roundTrips) {
                partEnds();
            } else {
                executor.execute(this == ping ? pong : ping);
            }
        }
    }
}
