package dev.gmp.internal.spawn;

import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.observe.DescribedFutureTask;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A future whose failure counts for the kind of its task: the scheduler sees nothing of the exception. */
public class CountedFuture<V extends @Nullable Object> extends DescribedFutureTask<V> {

    public CountedFuture(Callable<V> task) {
        super(task);
    }

    public CountedFuture(Runnable task, V result) {
        super(task, result);
    }

    @Override
    protected void setException(Throwable failure) {
        super.setException(failure);
        if (!isCancelled()) { // else the cancelling has interrupted it
            MachineThreads.failed(failure);
        }
    }
}
