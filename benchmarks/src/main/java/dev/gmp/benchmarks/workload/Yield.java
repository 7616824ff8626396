package dev.gmp.benchmarks.workload;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** A few goroutines that yield again and again: what it costs to stand back when always something else is runnable. */
public final class Yield implements Batch {
    private final List<Thread> goroutines;
    private final int timesEach;
    private final CountDownLatch complete;
    private final AtomicLong yields = new AtomicLong();

    public Yield(ThreadFactory threads, int goroutines, int timesEach) {
        this.timesEach = timesEach;
        this.complete = new CountDownLatch(goroutines);
        this.goroutines = IntStream.range(0, goroutines)
                .mapToObj(i -> threads.newThread(this::yieldAll))
                .toList();
    }

    @Override
    public void run() {
        goroutines.forEach(Thread::start);
        Completion.await(complete, this::executions, expectedExecutions());
    }

    private void yieldAll() {
        int done = 0;
        while (done < timesEach) {
            Thread.yield();
            done++;
        }
        yields.addAndGet(done);
        complete.countDown();
    }

    @Override
    public long expectedExecutions() {
        return (long) goroutines.size() * timesEach;
    }

    @Override
    public long executions() {
        return yields.get();
    }
}
