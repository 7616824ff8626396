package dev.gmp.internal.label;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Stands in the place of a goroutine's task, or of what is kept of it, while the goroutine has labels or has told of a failure.
 * So other goroutines have no fields for that.
 *
 * @param of what stood there before
 * @param failure the exception that was told of last; null for none
 */
public record Labelled(
        @Nullable Object of,
        @Nullable Labels labels,
        @Nullable WeakReference<Throwable> failure) implements Runnable {

    public Labelled(@Nullable Object of, Labels labels) {
        this(of, labels, null);
    }

    /** What stands there without labels. */
    public static @Nullable Object bare(@Nullable Object task) {
        return task instanceof Labelled labelled ? labelled.of : task;
    }

    /** The labels that stand there, or null. */
    public static @Nullable Labels labelsOf(@Nullable Object task) {
        return task instanceof Labelled labelled ? labelled.labels : null;
    }

    /** The same with other labels. @param labels null for none */
    public static @Nullable Object label(@Nullable Object task, @Nullable Labels labels) {
        WeakReference<Throwable> failure = task instanceof Labelled labelled ? labelled.failure : null;
        Object bare = bare(task);
        return labels == null && failure == null ? bare : new Labelled(bare, labels, failure);
    }

    /** Whether the goroutine has told of this exception last. */
    public static boolean hasFailed(@Nullable Object task, Throwable thrown) {
        return task instanceof Labelled labelled && labelled.failure != null && labelled.failure.get() == thrown;
    }

    /** The same after a failure. */
    public static Labelled fail(@Nullable Object task, Throwable thrown) {
        return new Labelled(bare(task), labelsOf(task), new WeakReference<>(thrown));
    }

    @Override
    public void run() {
        if (of instanceof Runnable task) {
            task.run();
        }
    }
}
