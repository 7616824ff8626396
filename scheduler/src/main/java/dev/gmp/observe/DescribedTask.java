package dev.gmp.observe;

import java.util.Objects;

/**
 * A task that runs another one, as futures and decorators do. Observers call it by the one inside, for its own class would
 * be the same for all.
 *
 * @since 0.1
 */
public interface DescribedTask {

    /** The class of what it runs in the end. Any thread may ask; the answer is always the same. */
    Class<?> taskClass();

    /**
     * The class that a task is called by: its own, or of what is inside. Throws nothing: the scheduler asks in the middle of
     * other things, so a task that fails to answer is called by its own class.
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
     * A class for people: that of a lambda as {@code Owner$$Lambda}, without the number that changes with every start.
     */
    static String nameOf(Class<?> taskClass) {
        String name = taskClass.getName();
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda) + "$$Lambda";
    }
}
