package dev.gmp.observe;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task that is not called by its own class, as futures and decorators of other tasks. Snapshots, logs and events name it by
 * {@link #taskClass}.
 *
 * @see TaskWrapper
 * @since 0.1
 */
public interface DescribedTask {

    /** The class of the innermost task. Any thread may call it, and the answer is always the same. */
    Class<?> taskClass();

    /**
     * The name of the task's kind, for {@link TaskKindSnapshot}. Any thread may call it, and the answer is always the same.
     *
     * @return null, the default, where the class names the kind
     * @since 0.2.0
     */
    default @Nullable String taskKind() {
        return null;
    }

    /**
     * The name of a task's kind. Throws nothing.
     *
     * @return null where the class names the kind: if the task is no {@link DescribedTask}, or {@link #taskKind} returns null or
     *     throws
     * @since 0.2.0
     */
    static @Nullable String kindOf(@Nullable Object task) {
        try {
            return task instanceof DescribedTask described ? described.taskKind() : null;
        } catch (Throwable noAnswer) {
            return null;
        }
    }

    /**
     * What is kept of a task by an observer that lets go of it. Throws nothing.
     *
     * @return the task's class; where it names its kind, and there is memory, a {@link DescribedTask} with both
     * @since 0.2.0
     */
    static Object descriptionOf(Object task) {
        Class<?> itsClass = classOf(task);
        String itsKind = kindOf(task);
        if (itsKind == null) {
            return itsClass;
        }
        try {
            return new DescribedTask() {
                @Override
                public Class<?> taskClass() {
                    return itsClass;
                }

                @Override
                public String taskKind() {
                    return itsKind;
                }
            };
        } catch (OutOfMemoryError e) {
            return itsClass;
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
