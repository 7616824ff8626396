package dev.gmp.testkit;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.SchedulerListener;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Where an application's code may run on the threads of a scheduler. */
public enum Place {
    DIRECT_TASK(GoroutineMode.DIRECT, GmpScheduler::execute),
    DIRECT_IDLE_TASK(GoroutineMode.DIRECT, GmpScheduler::executeIdle),
    DIRECT_LATENCY_LISTENER(GoroutineMode.DIRECT, Place::whenLatencyIsTold),
    DIRECT_SLICE_LISTENER(GoroutineMode.DIRECT, Place::whenSliceIsTold),
    VIRTUAL_TASK(GoroutineMode.VIRTUAL, GmpScheduler::execute),
    VIRTUAL_DIRECT_TASK(
            GoroutineMode.VIRTUAL, (scheduler, code) -> scheduler.direct().execute(code)),
    VIRTUAL_IDLE_TASK(GoroutineMode.VIRTUAL, GmpScheduler::executeIdle),
    VIRTUAL_LATENCY_LISTENER(GoroutineMode.VIRTUAL, Place::whenLatencyIsTold),
    VIRTUAL_SLICE_LISTENER(GoroutineMode.VIRTUAL, Place::whenSliceIsTold);

    private final GoroutineMode mode;
    private final Way way;

    Place(GoroutineMode mode, Way way) {
        this.mode = mode;
        this.way = way;
    }

    /** Those of this JVM on threads that are no fork/join workers. */
    public static Stream<Place> onPlainThreads() {
        return available().filter(place -> !place.isOnCarrier());
    }

    /** Those of this JVM on the thread itself that carries virtual goroutines. */
    public static Stream<Place> onCarriers() {
        return available().filter(Place::isOnCarrier);
    }

    private static Stream<Place> available() {
        return Stream.of(values()).filter(place -> Modes.available().toList().contains(place.mode));
    }

    private boolean isOnCarrier() {
        return this == VIRTUAL_LATENCY_LISTENER || this == VIRTUAL_SLICE_LISTENER;
    }

    /** What the code returns on a scheduler of its own, which has run a task before; throws what it throws. */
    public <T> T call(Callable<T> code) throws Exception {
        FutureTask<T> called = new FutureTask<>(code);
        GmpScheduler scheduler = Schedulers.direct(2).goroutines(mode).build();
        try {
            scheduler.submit(() -> {}).get();
            way.run(scheduler, called);
            return called.get(110, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception exception ? exception : e;
        } finally {
            scheduler.shutdownNow();
            Schedulers.awaitTermination(scheduler);
        }
    }

    private static void whenLatencyIsTold(GmpScheduler scheduler, FutureTask<?> code) throws Exception {
        whenTold(scheduler, code, new SchedulerListener() {
            @Override
            public void schedulingLatency(Duration latency) {
                code.run();
            }
        });
    }

    private static void whenSliceIsTold(GmpScheduler scheduler, FutureTask<?> code) throws Exception {
        whenTold(scheduler, code, new SchedulerListener() {
            @Override
            public void sliceLength(Duration length) {
                code.run();
            }
        });
    }

    private static void whenTold(GmpScheduler scheduler, FutureTask<?> code, SchedulerListener listener)
            throws Exception {
        scheduler.addListener(listener); // a task that has run does nothing when it is run once more
        while (!code.isDone()) {
            scheduler.submit(() -> {}).get();
        }
    }

    @FunctionalInterface
    private interface Way {
        void run(GmpScheduler scheduler, FutureTask<?> code) throws Exception;
    }
}
