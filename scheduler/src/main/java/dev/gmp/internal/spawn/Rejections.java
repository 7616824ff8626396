package dev.gmp.internal.spawn;

import dev.gmp.internal.util.SafeLog;
import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.LoggedName;
import java.lang.System.Logger.Level;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Rejects and discards tasks: counts them, makes the exceptions, and cancels futures so that no thread waits in vain.
 */
public final class Rejections {

    private static final SafeLog FAILED =
            new SafeLog(Rejections.class, Level.WARNING, "the cancellation of a discarded task failed");

    private final String refuser;
    private final AtomicLong count = new AtomicLong();

    /** @param refuser the name for messages of the part that rejects */
    public Rejections(String refuser) {
        this.refuser = refuser;
    }

    public static Rejections ofScheduler(String name) {
        return new Rejections("scheduler '%s'".formatted(name));
    }

    /** Counts a task that was discarded without an exception for its submitter. */
    public void count() {
        count.incrementAndGet();
    }

    public long total() {
        return count.get();
    }

    /**
     * Counts a rejection. If the task's {@code toString} throws, the message has the task's class, and that exception is
     * suppressed.
     *
     * @return the exception to throw
     */
    public RejectedExecutionException rejected(Runnable task, String why, @Nullable Throwable cause) {
        count();
        String text;
        Throwable fromTask = null;
        try {
            text = LoggedName.of(task.toString());
        } catch (Throwable thrown) {
            text = DescribedTask.nameOf(DescribedTask.classOf(task));
            fromTask = thrown;
        }
        RejectedExecutionException refusal =
                new RejectedExecutionException("%s rejects %s: %s".formatted(refuser, text, why), cause);
        if (fromTask != null) {
            refusal.addSuppressed(fromTask);
        }
        return refusal;
    }

    /**
     * Cancels an accepted task that never runs, if it is a future. Throws nothing, because the caller has others to
     * cancel.
     */
    public static void cancel(Runnable discarded) {
        if (discarded instanceof Future<?> future) {
            try {
                future.cancel(false);
            } catch (Throwable fromFuture) {
                FAILED.log(fromFuture);
            }
        }
    }
}
