package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Schedulers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A task may throw anything: its error goes where a thread's own would, and the scheduler runs on. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class FailingTaskTest {

    @Parameter
    GoroutineMode mode;

    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();

    static Stream<Throwable> throwables() {
        return Stream.of(
                new IllegalStateException("planned"),
                new Exception("planned and checked"),
                new AssertionError("planned"),
                new OutOfMemoryError("planned"),
                new StackOverflowError("planned"),
                new LinkageError("planned"));
    }

    @Test
    void whatAnExecutedTaskThrowsGoesToItsThreadsHandler() {
        List<Throwable> thrown = throwables().toList();
        try (GmpScheduler scheduler = builder().build()) {
            for (Throwable each : thrown) {
                scheduler.execute(() -> throwing(each));
            }
        }

        assertThat(uncaught).containsExactlyInAnyOrderElementsOf(thrown);
    }

    @Test
    void whatASubmittedTaskThrowsGoesToItsFutureOnly() {
        try (GmpScheduler scheduler = builder().build()) {
            throwables().forEach(each -> {
                Future<?> future = scheduler.submit(() -> throwing(each));
                assertThatThrownBy(future::get)
                        .isInstanceOf(ExecutionException.class)
                        .satisfies(e -> assertThat(e.getCause()).isSameAs(each));
            });
            assertThat(scheduler.snapshot().counters().uncaughtExceptions()).isZero();
        }
        assertThat(uncaught).isEmpty();
    }

    @Test
    void theSchedulerRunsOnAndCountsThem() throws Exception {
        GmpScheduler scheduler = builder().build();
        for (int i = 0; i < 300; i++) {
            scheduler.execute(() -> throwing(new OutOfMemoryError("planned")));
        }
        assertThat(scheduler.submit(() -> 42).get(60, TimeUnit.SECONDS)).isEqualTo(42);
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler);

        assertThat(scheduler.snapshot().counters().uncaughtExceptions()).isEqualTo(300);
        assertThat(scheduler.snapshot().counters().completed()).isEqualTo(301);
        assertThat(uncaught).hasSize(300);
    }

    @Test
    void aHandlerThatThrowsHarmsNoOtherTask() throws Exception {
        try (GmpScheduler scheduler = builder().build()) {
            scheduler.execute(() -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {
                    throw new IllegalStateException("planned, in the handler");
                });
                throw new IllegalStateException("planned");
            });

            assertThat(scheduler.submit(() -> 42).get(60, TimeUnit.SECONDS)).isEqualTo(42);
        }
    }

    @Test
    void aRealStackOverflowEndsItsTaskOnly() throws Exception {
        try (GmpScheduler scheduler = builder().build()) {
            Future<Integer> future = scheduler.submit(() -> recurse(0));

            assertThatThrownBy(future::get).hasCauseInstanceOf(StackOverflowError.class);
            assertThat(scheduler.submit(() -> 42).get(60, TimeUnit.SECONDS)).isEqualTo(42);
        }
    }

    @Test
    void aRealLackOfMemoryEndsItsTaskOnly() throws Exception {
        try (GmpScheduler scheduler = builder().build()) {
            Future<Integer> future = scheduler.submit(() -> new long[Integer.MAX_VALUE][1 << 20].length);

            assertThatThrownBy(future::get).hasCauseInstanceOf(OutOfMemoryError.class);
            assertThat(scheduler.submit(() -> 42).get(60, TimeUnit.SECONDS)).isEqualTo(42);
        }
    }

    private SchedulerBuilder builder() {
        return Schedulers.direct(2).goroutines(mode);
    }

    private Object throwing(Throwable thrown) {
        Thread.currentThread().setUncaughtExceptionHandler((thread, each) -> uncaught.add(each));
        return FailingTaskTest.<RuntimeException, Object>sneaky(thrown);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable, R> R sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int recurse(int depth) {
        return Arrays.hashCode(new int[] {depth}) + recurse(depth + 1);
    }
}
