package dev.gmp.observe;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** A future that can be told by its task: a plain {@link FutureTask} hides it, and forgets it at its end. */
public class DescribedFutureTask<V extends @Nullable Object> extends FutureTask<V> implements DescribedTask {

    private final Class<?> taskClass;

    public DescribedFutureTask(Callable<V> task) {
        super(task);
        taskClass = DescribedTask.classOf(task);
    }

    public DescribedFutureTask(Runnable task, V result) {
        super(task, result);
        taskClass = DescribedTask.classOf(task);
    }

    @Override
    public final Class<?> taskClass() {
        return taskClass;
    }
}
