package dev.gmp.benchmarks.workload.meet;

import dev.gmp.benchmarks.workload.LatchedBatch;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Goroutines that meet a number of times. */
public final class MeetBatch extends LatchedBatch {
    private final List<Thread> goroutines;
    private final int rounds;
    private final long operations;
    private final AtomicLong executions = new AtomicLong();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    MeetBatch(ThreadFactory threads, List<Step> steps, int rounds, long operations) {
        super((long) steps.size() * rounds, steps.size());
        this.rounds = rounds;
        this.operations = operations;
        this.goroutines = steps.stream()
                .map(step -> threads.newThread(() -> repeat(step)))
                .toList();
    }

    private void repeat(Step step) {
        int done = 0;
        try {
            while (done < rounds) {
                step.run(done);
                done++;
            }
            executions.addAndGet(done);
            partEnds();
        } catch (Exception e) {
            failure.compareAndSet(null, e);
            goroutines.forEach(Thread::interrupt); // nothing will ever wake them
            goroutines.forEach(goroutine -> partEnds());
        }
    }

    @Override
    protected void begin() {
        goroutines.forEach(Thread::start);
    }

    /** @throws IllegalStateException also if a goroutine has received or seen what is wrong */
    @Override
    public void run() {
        super.run();
        Exception cause = failure.get();
        if (cause != null) {
            throw new IllegalStateException("A goroutine has failed", cause);
        }
    }

    /** What is to be measured: meetings, round trips or whatever the goroutines do together. */
    public long operations() {
        return operations;
    }

    @Override
    public long executions() {
        return executions.get();
    }
}
