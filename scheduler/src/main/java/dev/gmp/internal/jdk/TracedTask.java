package dev.gmp.internal.jdk;

import dev.gmp.observe.TaskWrapper;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A task with the wrapper that a tracing agent has put around it. Agents know executors of the JDK by name, and not the
 * scheduler. So beside an agent each task passes through one of the JDK's on its submitter's thread: there the agent
 * notes the trace, which it finds again when the task runs. It notes it beside the task or makes a wrapper, for
 * instance around a lambda.
 *
 * <p>The submitter's own object passes, because agents skip certain tasks by their class. A caller that gets a task
 * back gets that object.
 */
public final class TracedTask implements Runnable, TaskWrapper {

    private final Runnable submitted;
    private final Runnable wrapper;

    private TracedTask(Runnable submitted, Runnable wrapper) {
        this.submitted = submitted;
        this.wrapper = wrapper;
    }

    /** The runnable to run for a task. By its submitter; without an agent it is the task. */
    public static Runnable of(Runnable task) {
        if (!TracingAgent.isPresent()) {
            return task;
        }
        PassedThrough passed = new PassedThrough();
        Executors.unconfigurableExecutorService(passed).execute(task);
        Runnable wrapper = Objects.requireNonNullElse(passed.task, task);
        if (TracingAgent.notesTracesInFutures() && !hasItsTrace(task)) {
            wrapper = new NotingFuture(wrapper);
        }
        return wrapper == task ? task : new TracedTask(task, wrapper);
    }

    /** Futures were noted when they were made. What a web server hands in begins traces, and goes on with none. */
    private static boolean hasItsTrace(Runnable task) {
        String name = task.getClass().getName();
        return task instanceof Future<?>
                || task instanceof CompletableFuture.AsynchronousCompletionTask
                || name.startsWith("org.apache.tomcat.")
                || name.startsWith("org.eclipse.jetty.");
    }

    /** As above, for a task with a result. */
    public static <V extends @Nullable Object> Callable<V> of(Callable<V> task) {
        if (!TracingAgent.isPresent()) {
            return task;
        }
        PassedThrough passed = new PassedThrough();
        Executors.unconfigurableExecutorService(passed).submit(task);
        @SuppressWarnings("unchecked")
        Callable<V> wrapper = (Callable<V>) passed.callable;
        return wrapper == null || wrapper == task ? task : new TracedCallable<>(wrapper, task);
    }

    /** The submitted task of a runnable. */
    public static Runnable submitted(Runnable task) {
        return task instanceof TracedTask traced ? traced.submitted : task;
    }

    @Override
    public void run() {
        wrapper.run();
    }

    @Override
    public Runnable wrappedTask() {
        return submitted;
    }

    /** For an agent that notes the trace of the thread that makes a future. It throws what the task throws. */
    private static final class NotingFuture extends FutureTask<@Nullable Object> {

        private @Nullable Throwable thrown;

        NotingFuture(Runnable task) {
            super(task, null);
        }

        @Override
        public void run() {
            super.run();
            if (thrown != null) {
                throw NotingFuture.<RuntimeException>asItIs(thrown);
            }
        }

        @Override
        protected void setException(Throwable fromTask) {
            thrown = fromTask;
            super.setException(fromTask);
        }

        /** Also a checked one, as it came. */
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <T extends Throwable> T asItIs(Throwable throwable) throws T {
            throw (T) throwable;
        }
    }

    private record TracedCallable<V extends @Nullable Object>(Callable<V> wrapper, Object wrappedTask)
            implements Callable<V>, TaskWrapper {

        @Override
        public V call() throws Exception {
            return wrapper.call();
        }
    }

    /** For one task: where it arrives behind the JDK's executor. */
    private static final class PassedThrough extends AbstractExecutorService {

        private @Nullable Runnable task;
        private @Nullable Callable<?> callable;

        @Override
        public void execute(Runnable passed) {
            task = passed;
        }

        @Override
        @SuppressWarnings("NullAway") // the JDK's executor hands it on, and reads nothing of it
        public <T> Future<T> submit(Callable<T> passed) {
            callable = passed;
            return null;
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return false;
        }
    }
}
