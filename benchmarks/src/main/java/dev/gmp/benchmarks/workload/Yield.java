package dev.gmp.benchmarks.workload;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** A few goroutines that yield again and again: what it costs to stand back when always something else is runnable. */
public final class Yield extends LatchedBatch {
    private final List<Thread> goroutines;
    private final int timesEach;
    private final AtomicLong yields = new AtomicLong();

    public Yield(ThreadFactory threads, int goroutines, int timesEach) {
        super((long) goroutines * timesEach, goroutines);
        this.timesEach = timesEach;
        this.goroutines = IntStream.range(0, goroutines)
                .mapToObj(i -> threads.newThread(this::yieldAll))
                .toList();
    }

    @Override
    protected void begin() {
        goroutines.forEach(Thread::start);
    }

    private void yieldAll() {
        int done = 0;
        while (done < timesEach) {
            Thread.yield();
            done++;
        }
        yields.addAndGet(done);
        partEnds();
    }

    @Override
    public long executions() {
        return yields.get();
    }
}
