package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code ExecutorService}: how work comes in and what comes back. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class SubmissionContractTest {

    @Parameter
    GoroutineMode mode;

    private GmpScheduler scheduler;

    @BeforeEach
    void build() {
        scheduler = Schedulers.direct(2).goroutines(mode).build();
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void executeRunsTheTaskOnAnotherThread() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        Thread[] thread = new Thread[1];

        scheduler.execute(() -> {
            thread[0] = Thread.currentThread();
            ran.countDown();
        });

        ran.await();
        assertThat(thread[0]).isNotNull().isNotSameAs(Thread.currentThread());
    }

    @Test
    void aFutureHoldsWhatTheTaskReturned() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Future<Integer> called = scheduler.submit(() -> 42);
        Future<?> run = scheduler.submit((Runnable) runs::incrementAndGet);
        Future<String> runWithResult = scheduler.submit(() -> {}, "done");

        assertThat(called.get()).isEqualTo(42);
        assertThat(run.get()).isNull();
        assertThat(runs).hasValue(1);
        assertThat(runWithResult.get()).isEqualTo("done");
        assertThat(called.isDone()).isTrue();
        assertThat(called.isCancelled()).isFalse();
    }

    @Test
    void aFutureThrowsWhatTheTaskThrewItselfNotACopy() {
        Exception thrown = new Exception("planned");
        Future<Object> future = scheduler.submit((Callable<Object>) () -> {
            throw thrown;
        });

        assertThatThrownBy(future::get)
                .isInstanceOf(ExecutionException.class)
                .satisfies(e -> assertThat(e.getCause()).isSameAs(thrown));
    }

    @Test
    void aTaskMaySubmitAndWaitForTheResult() throws Exception {
        Future<Integer> outer =
                scheduler.submit(() -> scheduler.submit(() -> 20).get() + 1);

        assertThat(outer.get()).isEqualTo(21);
    }

    @Test
    void invokeAllWaitsForAllAndKeepsTheirOrder() throws Exception {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int number = i;
            tasks.add(() -> number * number);
        }

        List<Future<Integer>> futures = scheduler.invokeAll(tasks);

        assertThat(futures).hasSize(500).allMatch(Future::isDone);
        for (int i = 0; i < 500; i++) {
            assertThat(futures.get(i).get()).isEqualTo(i * i);
        }
    }

    @Test
    void invokeAllDoesNotMindTasksThatThrow() throws Exception {
        List<Future<Integer>> futures = scheduler.invokeAll(List.of(() -> 1, SubmissionContractTest::fail, () -> 3));

        assertThat(futures.get(0).get()).isEqualTo(1);
        assertThatThrownBy(() -> futures.get(1).get()).hasRootCauseMessage("planned");
        assertThat(futures.get(2).get()).isEqualTo(3);
    }

    @Test
    void invokeAllCancelsWhatIsNotDoneInTime() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Callable<Integer> forEver = () -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return 1;
        };

        List<Future<Integer>> futures = scheduler.invokeAll(List.of(forEver), 50, TimeUnit.MILLISECONDS);

        assertThat(futures).singleElement().matches(Future::isCancelled);
        if (begun.getCount() == 0) { // within the time, as it does unless the machine is very busy
            interrupted.await();
        }
    }

    @Test
    void invokeAnyReturnsAResultAndCancelsTheRest() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        Callable<String> forEver = () -> {
            blocked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return "slow";
        };
        Callable<String> quick = () -> {
            blocked.await();
            return "quick";
        };

        assertThat(scheduler.invokeAny(List.of(forEver, quick, SubmissionContractTest::fail)))
                .isEqualTo("quick");
        interrupted.await();
    }

    @Test
    void invokeAnyThrowsWhenAllTasksThrow() {
        Collection<Callable<String>> tasks = List.of(SubmissionContractTest::fail, SubmissionContractTest::fail);

        assertThatThrownBy(() -> scheduler.invokeAny(tasks))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("planned");
    }

    @Test
    void invokeAnyGivesUpInTime() {
        Collection<Callable<String>> tasks = List.of(() -> {
            new CountDownLatch(1).await();
            return "";
        });

        assertThatThrownBy(() -> scheduler.invokeAny(tasks, 50, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void invokeAnyOfNothingIsAnError() {
        assertThatThrownBy(() -> scheduler.invokeAny(List.<Callable<String>>of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nullIsRefusedAndLeavesNothingBehind() {
        assertThatThrownBy(() -> scheduler.execute(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.submit((Runnable) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.submit((Callable<?>) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.submit(null, "")).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.invokeAll(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> scheduler.invokeAny(null)).isInstanceOf(NullPointerException.class);

        assertThat(scheduler.snapshot().counters().created()).isZero();
        assertThat(scheduler.snapshot().counters().rejections()).isZero();
    }

    private static <T> T fail() throws Exception {
        throw new Exception("planned");
    }
}
