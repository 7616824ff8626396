package dev.gmp.internal.spawn;

import dev.gmp.internal.gmp.SchedulerState;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts the tasks that were not accepted, or not kept, and says why. */
public final class Rejections {

    private final String name;
    private final AtomicLong count = new AtomicLong();

    public Rejections(SchedulerState state) {
        this.name = state.config().name();
    }

    /** Counts one. @return what to throw */
    public RejectedExecutionException rejected(Runnable task, String why, @Nullable Throwable cause) {
        count();
        return Refusal.of("scheduler '%s'".formatted(name), task, why, cause);
    }

    /** Counts one that its submitter does not hear of. */
    void count() {
        count.incrementAndGet();
    }

    public long total() {
        return count.get();
    }
}
