package dev.gmp.benchmarks.workload;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/** A few tasks that hand themselves in again and again: what yielding costs, when always something else is runnable. */
public final class Resubmit extends LatchedBatch {
    private final Executor executor;
    private final int timesEach;
    private final List<Resubmitter> tasks;

    public Resubmit(Executor executor, int tasks, int timesEach) {
        super((long) tasks * timesEach, tasks);
        this.executor = executor;
        this.timesEach = timesEach;
        this.tasks = IntStream.range(0, tasks).mapToObj(i -> new Resubmitter()).toList();
    }

    @Override
    protected void begin() {
        tasks.forEach(executor::execute);
    }

    @Override
    public long executions() {
        return tasks.stream()
                .mapToLong(task -> task.executions[Resubmitter.COUNTER])
                .sum();
    }

    private final class Resubmitter implements Runnable {
        private static final int COUNTER = 16;

        /**
         * One count, with room on both sides: tasks on different workers must not share a cache line. Written by this
         * task's executions only; handing itself in orders one after the other.
         */
        private final int[] executions = new int[2 * COUNTER];

        @Override
        public void run() {
            if (++executions[COUNTER] == timesEach) {
                partEnds();
            } else {
                executor.execute(this);
            }
        }
    }
}
