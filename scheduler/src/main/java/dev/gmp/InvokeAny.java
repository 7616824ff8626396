package dev.gmp;

import dev.gmp.internal.bulkhead.BulkheadFuture;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks until one succeeds, by the contract of {@link java.util.concurrent.ExecutorService#invokeAny}. The JDK's
 * own implementation gives the executor a wrapper of each future and waits for the future. If the executor discards the
 * wrapper, the future never completes. Here the executor gets the future itself, so a discarded or cancelled task has
 * failed.
 */
final class InvokeAny<T extends @Nullable Object> {

    private final Executor executor;
    private final List<Future<T>> begun = new ArrayList<>();

    InvokeAny(Executor executor) {
        this.executor = executor;
    }

    /** @param nanos the longest wait for all of them together; null for no limit */
    T run(Collection<? extends Callable<T>> tasks, @Nullable Long nanos)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (Objects.requireNonNull(tasks, "tasks").isEmpty()) {
            throw new IllegalArgumentException("tasks is empty");
        }
        long deadline = nanos == null ? 0 : System.nanoTime() + Math.max(0, nanos);
        List<Callable<T>> all = new ArrayList<>(tasks); // as many as there is room for
        BlockingQueue<Future<T>> ended = new ArrayBlockingQueue<>(all.size());
        Iterator<Callable<T>> waiting = all.iterator();
        int open = 0;
        ExecutionException failure = null;
        try {
            while (open > 0 || waiting.hasNext()) {
                Future<T> next = ended.poll();
                if (next == null && waiting.hasNext()) {
                    begin(waiting.next(), ended);
                    open++;
                    continue;
                }
                if (next == null) {
                    next = nanos == null
                            ? ended.take()
                            : ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                }
                if (next == null) {
                    throw new TimeoutException();
                }
                open--;
                try {
                    return next.get();
                } catch (ExecutionException e) {
                    failure = e;
                } catch (CancellationException e) {
                    failure = new ExecutionException(e);
                }
            }
            throw Objects.requireNonNull(failure);
        } finally {
            begun.forEach(each -> each.cancel(true));
        }
    }

    /** @param ended gets the future at its end, without memory: there may be none, and its caller waits */
    private void begin(Callable<T> task, BlockingQueue<Future<T>> ended) {
        BulkheadFuture<T> future = new BulkheadFuture<>(Objects.requireNonNull(task, "task")) {
            @Override
            protected void done() {
                super.done();
                ended.add(this);
            }
        };
        begun.add(future);
        executor.execute(future);
    }
}
