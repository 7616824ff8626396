package dev.gmp.internal.kind;

import dev.gmp.observe.TaskKindSnapshot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What the tasks of one kind have cost. Thread-safe, and takes no memory: few tasks are counted, so threads seldom meet here. */
public final class TaskKind {

    private final String name;
    private final AtomicLong waitNanos = new AtomicLong();
    private final AtomicLong runNanos = new AtomicLong();
    private final AtomicLong blockedNanos = new AtomicLong();
    private final AtomicLong preemptions = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    TaskKind(String name) {
        this.name = name;
    }

    /** Goroutine time in a status. */
    public void add(TaskStatus status, long nanos) {
        switch (status) {
            case WAIT -> waitNanos.addAndGet(nanos);
            case RUN -> runNanos.addAndGet(nanos);
            case BLOCKED -> blockedNanos.addAndGet(nanos);
        }
    }

    public void countPreemption() {
        preemptions.incrementAndGet();
    }

    public void countFailure() {
        failures.incrementAndGet();
    }

    TaskKindSnapshot snapshot() {
        return new TaskKindSnapshot(
                name,
                Duration.ofNanos(waitNanos.get()),
                Duration.ofNanos(runNanos.get()),
                Duration.ofNanos(blockedNanos.get()),
                preemptions.get(),
                failures.get());
    }
}
