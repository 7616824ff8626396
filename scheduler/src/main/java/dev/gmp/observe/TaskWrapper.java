package dev.gmp.observe;

import org.jspecify.annotations.Nullable;

/**
 * A task that runs another one and is called by that, as a decorator. Its class and its kind are those of the other one.
 *
 * @since 0.2.0
 */
public interface TaskWrapper extends DescribedTask {

    /** The task that it runs, never null. That may be a wrapper itself. Any thread may call it. */
    Object wrappedTask();

    @Override
    default Class<?> taskClass() {
        return DescribedTask.classOf(wrappedTask());
    }

    @Override
    default @Nullable String taskKind() {
        return DescribedTask.kindOf(wrappedTask());
    }
}
