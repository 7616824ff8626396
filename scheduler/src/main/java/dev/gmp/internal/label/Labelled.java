package dev.gmp.internal.label;

import org.jspecify.annotations.Nullable;

/**
 * Stands in the place of a goroutine's task, or of what is kept of it, while the goroutine has labels. So a goroutine without
 * labels has no field for them.
 *
 * @param of what stood there before
 */
public record Labelled(@Nullable Object of, Labels labels) implements Runnable {

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
        Object bare = bare(task);
        return labels == null ? bare : new Labelled(bare, labels);
    }

    @Override
    public void run() {
        if (of instanceof Runnable task) {
            task.run();
        }
    }
}
