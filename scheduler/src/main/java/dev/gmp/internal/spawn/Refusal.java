package dev.gmp.internal.spawn;

import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.LoggedName;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Words for a task that is not accepted. A task that cannot be asked for its own is called by its class. */
public final class Refusal {

    private Refusal() {}

    /** What to throw; what the task's {@code toString} threw goes with it. */
    public static RejectedExecutionException of(String refuser, Runnable task, String why, @Nullable Throwable cause) {
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
}
