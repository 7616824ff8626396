package dev.gmp.spring.web;

import dev.gmp.observe.TaskWrapper;
import dev.gmp.spring.task.OwnLabels;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.AsyncTaskExecutor;

/** The executor of WebFlux methods that block. It labels the goroutine with the route of the request. */
record RouteExecutor(AsyncTaskExecutor executor) implements AsyncTaskExecutor {

    /** Of the request that is handed over at this moment. */
    private static final ThreadLocal<@Nullable String> ROUTE = new ThreadLocal<>();

    /** @param handOver may call {@link #execute} on this thread */
    static void during(String route, Runnable handOver) {
        ROUTE.set(route);
        try {
            handOver.run();
        } finally {
            ROUTE.remove();
        }
    }

    @Override
    public void execute(Runnable task) {
        String route = ROUTE.get();
        executor.execute(route == null ? task : new Routed(route, task));
    }

    private record Routed(String route, Runnable wrappedTask) implements Runnable, TaskWrapper {

        @Override
        public void run() {
            OwnLabels.set(RouteLabels.KEY, route);
            wrappedTask.run();
        }
    }
}
