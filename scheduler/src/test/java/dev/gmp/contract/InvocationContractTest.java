package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code invokeAll} and {@code invokeAny}: nulls, times, interrupts, the end of the executor. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class InvocationContractTest {

    @Parameter
    GoroutineMode mode;

    private final CountDownLatch never = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(2);
    private final Callable<String> one = () -> "one";
    private final Callable<String> two = () -> "two";
    private final Callable<String> failing = () -> {
        throw new ArithmeticException("planned");
    };
    private final Callable<String> waiting = this::waitForEver;

    private GmpScheduler scheduler;

    @BeforeEach
    void build() {
        scheduler = Schedulers.direct(2).goroutines(mode).build();
    }

    @AfterEach
    void close() {
        scheduler.shutdownNow();
        Schedulers.awaitTermination(scheduler);
    }

    @Test
    void noTasksAreDoneAtOnce() throws Exception {
        assertThat(scheduler.invokeAll(List.<Callable<String>>of())).isEmpty();
        assertThat(scheduler.invokeAll(List.<Callable<String>>of(), 1, TimeUnit.HOURS))
                .isEmpty();
    }

    @Test
    void anyOfNoneIsAnErrorAlsoWithATime() {
        assertThatThrownBy(() -> scheduler.invokeAny(List.<Callable<String>>of(), 1, TimeUnit.HOURS))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsWrongWithTheTasksOfAnyIsNamed() {
        assertAnyFailsBy(List.of())
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("tasks is empty");
        assertAnyFailsBy(null).isExactlyInstanceOf(NullPointerException.class).hasMessage("tasks");
        assertAnyFailsBy(Arrays.asList(failing, null))
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage("task");
    }

    private AbstractThrowableAssert<?, ?> assertAnyFailsBy(List<Callable<String>> tasks) {
        Throwable timed = catchThrowable(() -> scheduler.invokeAny(tasks, 1, TimeUnit.HOURS));
        return assertThatThrownBy(() -> scheduler.invokeAny(tasks))
                .hasSameClassAs(timed)
                .hasMessage(timed.getMessage());
    }

    @Test
    void aTaskThatIsNullIsRefusedAndThoseBeforeItAreCancelled() throws Exception {
        List<Callable<String>> tasks = Arrays.asList(waiting, null);

        assertThatThrownBy(() -> scheduler.invokeAll(tasks)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.invokeAll(tasks, 1, TimeUnit.HOURS))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.invokeAny(tasks)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.invokeAny(tasks, 1, TimeUnit.HOURS))
                .isInstanceOf(NullPointerException.class);
        scheduler.shutdown();
        Schedulers.awaitTermination(scheduler); // none of the first ones waits for ever
    }

    @Test
    void aUnitThatIsNullIsRefused() {
        assertThatThrownBy(() -> scheduler.invokeAll(List.of(one), 1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.invokeAny(List.of(one), 1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.awaitTermination(1, null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void allThatAreDoneInTimeKeepTheirOrderAndTheirOutcome() throws Exception {
        List<Future<String>> futures = scheduler.invokeAll(List.of(one, failing, two), 1, TimeUnit.HOURS);

        assertThat(futures).hasSize(3).allMatch(Future::isDone).noneMatch(Future::isCancelled);
        assertThat(futures.get(0).get()).isEqualTo("one");
        assertThatThrownBy(futures.get(1)::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ArithmeticException.class);
        assertThat(futures.get(2).get()).isEqualTo("two");
    }

    @Test
    void withoutAnyTimeWhatIsNotDoneIsCancelled() throws Exception {
        List<Future<String>> futures = scheduler.invokeAll(List.of(waiting, waiting), 0, TimeUnit.NANOSECONDS);

        assertThat(futures).hasSize(2).allMatch(Future::isCancelled);
        assertThat(scheduler.invokeAll(List.of(waiting), -1, TimeUnit.DAYS))
                .singleElement()
                .matches(Future::isCancelled);
    }

    @Test
    void anyWithinATimeReturnsTheOneThatSucceeds() throws Exception {
        assertThat(scheduler.invokeAny(List.of(failing, waiting, one), 1, TimeUnit.HOURS))
                .isEqualTo("one");
        assertThatThrownBy(() -> scheduler.invokeAny(List.of(failing, failing), 1, TimeUnit.HOURS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ArithmeticException.class);
    }

    @Test
    void anInterruptOfInvokeAllIsThrownAndTheTasksAreCancelled() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        Callable<String> task = () -> {
            begun.countDown();
            return waitForEver();
        };
        assertInterruptsCancel(begun, () -> scheduler.invokeAll(List.of(task, task)));
    }

    @Test
    void anInterruptOfTimedInvokeAllIsThrownAndTheTasksAreCancelled() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        Callable<String> task = () -> {
            begun.countDown();
            return waitForEver();
        };
        assertInterruptsCancel(begun, () -> scheduler.invokeAll(List.of(task, task), 1, TimeUnit.HOURS));
    }

    @Test
    void anInterruptOfInvokeAnyIsThrownAndTheTasksAreCancelled() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        Callable<String> task = () -> {
            begun.countDown();
            return waitForEver();
        };
        assertInterruptsCancel(begun, () -> scheduler.invokeAny(List.of(task, task)));
    }

    @Test
    void afterShutdownEveryWayToSubmitIsRefused() {
        scheduler.shutdown();
        Runnable nothing = () -> {};

        for (ThrowingCallable way : List.<ThrowingCallable>of(
                () -> scheduler.execute(nothing),
                () -> scheduler.submit(nothing),
                () -> scheduler.submit(nothing, "result"),
                () -> scheduler.submit(one),
                () -> scheduler.invokeAll(List.of(one)),
                () -> scheduler.invokeAll(List.of(one), 1, TimeUnit.HOURS),
                () -> scheduler.invokeAny(List.of(one)),
                () -> scheduler.invokeAny(List.of(one), 1, TimeUnit.HOURS),
                () -> scheduler.schedule(nothing, 1, TimeUnit.HOURS),
                () -> scheduler.schedule(one, 1, TimeUnit.HOURS),
                () -> scheduler.scheduleAtFixedRate(nothing, 1, 1, TimeUnit.HOURS),
                () -> scheduler.scheduleWithFixedDelay(nothing, 1, 1, TimeUnit.HOURS),
                () -> scheduler.executeIdle(nothing))) {
            assertThatThrownBy(way).isInstanceOf(RejectedExecutionException.class);
        }
    }

    /** Memory consistency: what the caller did is seen by the task, and what the task did by the thread that gets its result. */
    @Test
    void submissionAndGetPassPlainWritesOn() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            int[] plain = {0, 0};
            plain[0] = i;
            Future<?> future = scheduler.submit(() -> plain[1] = plain[0] + 1);
            future.get();
            assertThat(plain[1]).isEqualTo(i + 1);
        }
    }

    private void assertInterruptsCancel(CountDownLatch begun, Callable<?> waitForThem) throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicInteger status = new AtomicInteger();
        Thread caller = new Thread(() -> {
            try {
                waitForThem.call();
            } catch (Exception e) {
                thrown.set(e);
            }
            status.set(Thread.currentThread().isInterrupted() ? 1 : 0);
        });
        caller.start();
        begun.await();

        caller.interrupt();

        caller.join();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(status).hasValue(0);
        Latches.await(interrupted);
    }

    private String waitForEver() throws InterruptedException {
        try {
            never.await();
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
        return "never";
    }
}
