package dev.gmp.faults;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.internal.jdk.VirtualThreads;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A task comes in. Those that return a future wait for it, and throw what it throws; a task that does not throw has no end there. */
enum Door {
    EXECUTE(false, (scheduler, bulkhead, task) -> scheduler.execute(task)),
    EXECUTE_DIRECT(false, (scheduler, bulkhead, task) -> scheduler.direct().execute(task)),
    EXECUTE_IDLE(false, (scheduler, bulkhead, task) -> scheduler.executeIdle(task)),
    RESUME(false, (scheduler, bulkhead, task) -> scheduler.resume(task)),
    RESUME_LAST(false, (scheduler, bulkhead, task) -> scheduler.resumeLast(task)),
    FROM_INSIDE(
            false,
            (scheduler, bulkhead, task) ->
                    scheduler.submit(() -> scheduler.execute(task)).get()),
    THREAD(false, (scheduler, bulkhead, task) -> {
        Thread thread = VirtualThreads.available() ? scheduler.threadFactory().newThread(task) : new Thread(task);
        thread.start();
        thread.join();
    }),
    BULKHEAD_EXECUTE(false, (scheduler, bulkhead, task) -> bulkhead.execute(task)),
    SUBMIT(true, (scheduler, bulkhead, task) -> scheduler.submit(task).get()),
    SUBMIT_CALLABLE(
            true,
            (scheduler, bulkhead, task) -> scheduler.submit(callable(task)).get()),
    INVOKE_ALL(
            true,
            (scheduler, bulkhead, task) ->
                    scheduler.invokeAll(List.of(callable(task))).get(0).get()),
    INVOKE_ANY(true, (scheduler, bulkhead, task) -> scheduler.invokeAny(List.of(callable(task)))),
    SCHEDULE(
            true,
            (scheduler, bulkhead, task) -> scheduler
                    .schedule(task, Door.PERIOD_MILLIS, TimeUnit.MILLISECONDS)
                    .get()),
    FIXED_RATE(
            true,
            (scheduler, bulkhead, task) -> scheduler
                    .scheduleAtFixedRate(task, 0, Door.PERIOD_MILLIS, TimeUnit.MILLISECONDS)
                    .get()),
    FIXED_DELAY(
            true,
            (scheduler, bulkhead, task) -> scheduler
                    .scheduleWithFixedDelay(task, 0, Door.PERIOD_MILLIS, TimeUnit.MILLISECONDS)
                    .get()),
    BULKHEAD_SUBMIT(true, (scheduler, bulkhead, task) -> bulkhead.submit(task).get());

    private static final long PERIOD_MILLIS = 1;

    private final boolean hasFuture;
    private final Way way;

    Door(boolean hasFuture, Way way) {
        this.hasFuture = hasFuture;
        this.way = way;
    }

    private interface Way {
        void enter(GmpScheduler scheduler, Bulkhead bulkhead, Runnable task) throws Exception;
    }

    /** Whether what the task throws comes out here; otherwise its thread's handler hears of it. */
    boolean hasFuture() {
        return hasFuture;
    }

    void enter(GmpScheduler scheduler, Bulkhead bulkhead, Runnable task) throws Exception {
        way.enter(scheduler, bulkhead, task);
    }

    private static Callable<Object> callable(Runnable task) {
        return () -> {
            task.run();
            return "did not throw";
        };
    }
}
