package dev.gmp.spring.task;

import dev.gmp.Goroutines;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The label {@value #KEY} of a goroutine that runs an {@code @Async} or {@code @Scheduled} method: its class and name. */
final class MethodLabel {

    static final String KEY = "method";

    /** What Spring's tasks of annotated methods are called. Other tasks seldom have such a text. */
    private static final Pattern QUALIFIED_NAME = Pattern.compile("[\\w$]+(\\.[\\w$]+)+");

    private MethodLabel() {}

    /** What a task does, after the label was set if the task is a method. The goroutine runs nothing else. */
    static Runnable before(Runnable named, Runnable work) {
        String name = textOf(named);
        return name != null && QUALIFIED_NAME.matcher(name).matches() ? new Run(name, work) : work;
    }

    /** Null where it throws an exception: the task is the application's own, and can be scheduled all the same. */
    private static @Nullable String textOf(Runnable task) {
        try {
            return task.toString();
        } catch (RuntimeException noText) {
            return null;
        }
    }

    /** Sets the label, and returns the value that it had. */
    static @Nullable String exchange(@Nullable String value) {
        String before = Goroutines.labels().get(KEY);
        OwnLabels.set(KEY, value);
        return before;
    }

    private record Run(String method, Runnable work) implements Runnable {

        @Override
        public void run() {
            OwnLabels.set(KEY, method);
            work.run();
        }

        @Override
        public String toString() {
            return work.toString();
        }
    }
}
