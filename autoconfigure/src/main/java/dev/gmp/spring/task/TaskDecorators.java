package dev.gmp.spring.task;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;

/** The application's decorators as one. */
public final class TaskDecorators {

    private TaskDecorators() {}

    /** The first in order is the innermost, as in Boot's own executors. Null if there are none. */
    public static @Nullable TaskDecorator composite(ObjectProvider<TaskDecorator> decorators) {
        List<TaskDecorator> ordered = decorators.orderedStream().toList();
        return switch (ordered.size()) {
            case 0 -> null;
            case 1 -> ordered.get(0);
            default -> new CompositeTaskDecorator(ordered);
        };
    }
}
