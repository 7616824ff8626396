package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Thrown;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every way into a scheduler with everything that a task can throw: it comes out where it should, once, and the scheduler
 * counts as before and runs the next task.
 */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class FailingDoorsTest {

    @Parameter
    GoroutineMode mode;

    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();

    /** What a task throws. */
    private enum Failure {
        EXCEPTION(IllegalStateException.class, () -> Thrown.raise(new IllegalStateException("planned"))),
        CHECKED(Exception.class, () -> Thrown.raise(new Exception("planned and checked"))),
        STACK_OVERFLOW(StackOverflowError.class, () -> recurse(0)),
        TOO_LARGE_ARRAY(OutOfMemoryError.class, () -> hold(new long[Integer.MAX_VALUE][1 << 20])),
        DEATH(Thrown.Death.class, () -> Thrown.raise(new Thrown.Death())),
        MUTE(Mute.class, () -> Thrown.raise(new Mute())),
        WHILE_INTERRUPTED(IllegalStateException.class, () -> {
            Thread.currentThread().interrupt();
            Thrown.raise(new IllegalStateException("planned, and interrupted"));
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

            Throwable told = catchThrowable(() -> door.enter(scheduler, bulkhead, failing));

            if (door.hasFuture() && failure != Failure.MUTE) {
                assertThat(told).isInstanceOf(ExecutionException.class);
                assertThat(told.getCause()).isInstanceOf(failure.type);
            } else if (door.hasFuture()) {
                assertThat(told).isNotNull(); // the JDK's exception asks the mute one for its name
            } else {
                assertThat(told).isNull();
                await().pollInterval(Duration.ofMillis(1)).until(() -> !uncaught.isEmpty());
                assertThat(uncaught).hasSize(1).first().isInstanceOf(failure.type);
            }
            assertThat(bulkhead.submit(() -> 41).get(60, TimeUnit.SECONDS)).isEqualTo(41);
            assertThat(scheduler.submit(Thread::interrupted).get(60, TimeUnit.SECONDS))
                    .isFalse();
            Aftermath.countsAsBefore(scheduler);
            assertThat(bulkhead.snapshot().live()).isZero();
        }
        assertThat(uncaught).hasSize(door.hasFuture() ? 0 : 1);
    }

    /** A handler that fails itself, too. */
    private void hearAndThrow(Thread thread, Throwable thrown) {
        uncaught.add(thrown);
        Thrown.raise(thrown);
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int recurse(int depth) {
        return 1 + recurse(depth + 1);
    }

    private static void hold(Object array) {
        assertThat(array).isNull(); // not reached
    }

    /** It cannot be asked anything. */
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
