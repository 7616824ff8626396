package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every way into a scheduler with everything that a task can throw: it comes out where it should, once, and the scheduler
 * counts as before and runs the next task.
 */
@Timeout(60)
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class FailingDoorsTest {

    private static final long PERIOD_MILLIS = 1;

    @Parameter
    GoroutineMode mode;

    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();

    /** A task comes in. Those that return a future wait for it, and throw what it throws. */
    private enum Door {
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
            Thread thread =
                    VirtualThreads.available() ? scheduler.threadFactory().newThread(task) : new Thread(task);
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
                        .schedule(task, PERIOD_MILLIS, TimeUnit.MILLISECONDS)
                        .get()),
        FIXED_RATE(
                true,
                (scheduler, bulkhead, task) -> scheduler
                        .scheduleAtFixedRate(task, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS)
                        .get()),
        FIXED_DELAY(
                true,
                (scheduler, bulkhead, task) -> scheduler
                        .scheduleWithFixedDelay(task, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS)
                        .get()),
        BULKHEAD_SUBMIT(
                true, (scheduler, bulkhead, task) -> bulkhead.submit(task).get());

        private final boolean hasFuture;
        private final Way way;

        Door(boolean hasFuture, Way way) {
            this.hasFuture = hasFuture;
            this.way = way;
        }

        private static Callable<Object> callable(Runnable task) {
            return () -> {
                task.run();
                return "did not throw";
            };
        }
    }

    private interface Way {
        void enter(GmpScheduler scheduler, Bulkhead bulkhead, Runnable task) throws Exception;
    }

    /** What a task throws. */
    private enum Failure {
        EXCEPTION(IllegalStateException.class, () -> sneaky(new IllegalStateException("planned"))),
        CHECKED(Exception.class, () -> sneaky(new Exception("planned and checked"))),
        STACK_OVERFLOW(StackOverflowError.class, () -> recurse(0)),
        TOO_LARGE_ARRAY(OutOfMemoryError.class, () -> hold(new long[Integer.MAX_VALUE][1 << 20])),
        DEATH(Death.class, () -> sneaky(new Death())),
        MUTE(Mute.class, () -> sneaky(new Mute())),
        WHILE_INTERRUPTED(IllegalStateException.class, () -> {
            Thread.currentThread().interrupt();
            sneaky(new IllegalStateException("planned, and interrupted"));
        });

        private final Class<? extends Throwable> type;
        private final Runnable task;

        Failure(Class<? extends Throwable> type, Runnable task) {
            this.type = type;
            this.task = task;
        }
    }

    static Stream<Arguments> doorsAndFailures() {
        return Stream.of(Door.values())
                .flatMap(door -> Stream.of(Failure.values()).map(failure -> Arguments.of(door, failure)));
    }

    @ParameterizedTest
    @MethodSource("doorsAndFailures")
    void whateverIsThrownComesOutAndTheSchedulerGoesOn(Door door, Failure failure) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(2).goroutines(mode).build();
                Bulkhead bulkhead =
                        scheduler.bulkhead("narrow").maxGoroutines(1).build()) {
            Runnable failing = () -> {
                Thread.currentThread().setUncaughtExceptionHandler(this::hearAndThrow);
                failure.task.run();
            };

            Throwable told = catchThrowable(() -> door.way.enter(scheduler, bulkhead, failing));

            if (door.hasFuture && failure != Failure.MUTE) {
                assertThat(told).isInstanceOf(ExecutionException.class);
                assertThat(told.getCause()).isInstanceOf(failure.type);
            } else if (door.hasFuture) {
                assertThat(told).isNotNull(); // the JDK's exception asks the mute one for its name
            } else {
                assertThat(told).isNull();
                await().pollInterval(Duration.ofMillis(1)).until(() -> !uncaught.isEmpty());
                assertThat(uncaught).hasSize(1).first().isInstanceOf(failure.type);
            }
            assertThat(bulkhead.submit(() -> 41).get(30, TimeUnit.SECONDS)).isEqualTo(41);
            assertThat(scheduler.submit(Thread::interrupted).get(30, TimeUnit.SECONDS))
                    .isFalse();
            countsAsBefore(Schedulers.awaitIdle(scheduler), scheduler);
            assertThat(bulkhead.snapshot().live()).isZero();
        }
        assertThat(uncaught).hasSize(door.hasFuture ? 0 : 1);
    }

    private static void countsAsBefore(SchedulerSnapshot idle, GmpScheduler scheduler) {
        assertThat(idle.idleProcs()).isEqualTo(2);
        assertThat(idle.timersPending()).isZero();
        assertThat(idle.counters().created()).isEqualTo(idle.counters().completed());
        assertThat(idle.goroutines().runnable()
                        + idle.goroutines().running()
                        + idle.goroutines().waiting()
                        + idle.goroutines().syscall())
                .isZero();
    }

    /** A handler that fails itself, too. */
    private void hearAndThrow(Thread thread, Throwable thrown) {
        uncaught.add(thrown);
        sneaky(thrown);
    }

    private static void sneaky(Throwable thrown) {
        FailingDoorsTest.<RuntimeException>throwAny(thrown);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwAny(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int recurse(int depth) {
        return 1 + recurse(depth + 1);
    }

    private static void hold(Object array) {
        assertThat(array).isNull(); // not reached
    }

    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Nobody can ask it anything. */
    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no name");
        }
    }
}
