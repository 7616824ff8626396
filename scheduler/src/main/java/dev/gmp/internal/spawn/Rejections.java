package dev.gmp.internal.spawn;

import dev.gmp.internal.util.SafeLog;
import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.LoggedName;
import java.lang.System.Logger.Level;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Tasks that are not accepted, or accepted and not kept: counts them, says why, and lets no thread wait for one in vain. */
public final class Rejections {

    private static final SafeLog FAILED =
            new SafeLog(Rejections.class, Level.WARNING, "the cancellation of a discarded task failed");

    private final String refuser;
    private final AtomicLong count = new AtomicLong();

    /** @param refuser what does not accept or keep them, as messages call it */
    public Rejections(String refuser) {
        this.refuser = refuser;
    }

    /** Those of a scheduler. */
    public static Rejections ofScheduler(String name) {
        return new Rejections("scheduler '%s'".formatted(name));
    }

    /** Counts one. @return what to throw */
    public RejectedExecutionException rejected(Runnable task, String why, @Nullable Throwable cause) {
        count();
        return refusal(task, why, cause);
    }

    /** Counts one that its submitter does not hear of. */
    public void count() {
        count.incrementAndGet();
    }

    public long total() {
        return count.get();
    }

    /**
     * What to throw; what the task's {@code toString} threw goes with it. A task that cannot be asked for its own words is
     * called by its class.
     */
    private RejectedExecutionException refusal(Runnable task, String why, @Nullable Throwable cause) {
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
     * Cancels an accepted task that never runs, if it is a future. Throws nothing: what the future does then is its own, and
     * the caller has others to serve.
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
