package dev.gmp;

import java.util.Collection;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The JDK's ways to submit tasks, with {@link InvokeAny} in place of its own. */
abstract class InvokingExecutorService extends AbstractExecutorService {

    @Override
    public <T extends @Nullable Object> T invokeAny(Collection<? extends Callable<T>> tasks)
            throws InterruptedException, ExecutionException {
        try {
            return new InvokeAny<T>(this).run(tasks, null);
        } catch (TimeoutException e) {
            throw new AssertionError("without a timeout", e);
        }
    }

    @Override
    public <T extends @Nullable Object> T invokeAny(
            Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return new InvokeAny<T>(this).run(tasks, unit.toNanos(timeout));
    }
}
