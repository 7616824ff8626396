package dev.gmp.spring.lifecycle;

import dev.gmp.observe.TaskWrapper;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The requests of a web server that run on goroutines at this moment. A pause of the context does not wait for them, since a
 * paused web server goes on serving; and what they submit meanwhile is kept until the context starts again. Thread-safe.
 */
public final class OpenRequests {

    private final Set<Thread> serving = ConcurrentHashMap.newKeySet();

    OpenRequests() {}

    /** The same request, which is one of these while it runs. */
    public Runnable counted(Runnable request) {
        return new Request(this, request);
    }

    /**
     * Read after a scheduler's counts, it is never more than the requests among the goroutines that these say are live, unless
     * some were accepted in between: each has been accepted before it is counted, and has not ended until it is not any more.
     */
    int count() {
        return serving.size();
    }

    /** Whether the caller is one. */
    boolean isServing() {
        return isServing(Thread.currentThread());
    }

    boolean isServing(Thread thread) {
        return serving.contains(thread);
    }

    private record Request(OpenRequests open, Runnable wrappedTask) implements Runnable, TaskWrapper {

        @Override
        public void run() {
            Thread thread = Thread.currentThread();
            open.serving.add(thread);
            try {
                wrappedTask.run();
            } finally {
                open.serving.remove(thread);
            }
        }
    }
}
