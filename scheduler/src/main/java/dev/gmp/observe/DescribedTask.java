package dev.gmp.observe;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task that wraps another one, as futures and decorators do. Snapshots, logs and events name it by the class of the
 * inner task.
 *
 * @since 0.1
 */
public interface DescribedTask {

    /** The class of the innermost task. Any thread may call it, and the answer is always the same. */
    Class<?> taskClass();

    /**
     * The name of the task's kind, for {@link TaskKindSnapshot}. Any thread may call it. It counts for direct goroutines; on a
     * virtual one the class does.
     *
     * @return null, the default, where the class names the kind
     * @since 0.2.0
     */
    default @Nullable String taskKind() {
        return null;
    }

    /**
     * What {@link #taskKind} says, or null if it throws an exception.
     *
     * @since 0.2.0
     */
    static @Nullable String kindOf(DescribedTask task) {
        try {
            return task.taskKind();
        } catch (Throwable noAnswer) {
            return null;
        }
    }

    /**
     * The class that a task is named by: {@link #taskClass} where the task is a {@link DescribedTask}, else its own.
     * Throws nothing: if {@link #taskClass} throws or returns null, it is the task's own class.
     */
    static Class<?> classOf(Object task) {
        if (task instanceof DescribedTask described) {
            try {
                return Objects.requireNonNull(described.taskClass());
            } catch (Throwable noAnswer) {
                return task.getClass();
            }
        }
        return task.getClass();
    }

    /**
     * The name of a class for logs. A lambda's is {@code Owner$$Lambda}, without the number that changes with every
     * start.
     */
    static String nameOf(Class<?> taskClass) {
        String name = taskClass.getName();
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda) + "$$Lambda";
    }
}
