package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code Future}, as {@code submit} and {@code schedule} return it. */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class FutureContractTest {

    @Parameter
    GoroutineMode mode;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    private GmpScheduler scheduler;

    @BeforeEach
    void build() {
        scheduler = Schedulers.direct(2).goroutines(mode).build();
    }

    @AfterEach
    void close() {
        goOn.countDown();
        scheduler.close();
    }

    @Test
    void aGetThatWaitsTooLongTimesOutAndTheTaskGoesOn() throws Exception {
        Future<String> future = waiting();

        assertThatThrownBy(() -> future.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> future.get(0, TimeUnit.DAYS)).isInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> future.get(-1, TimeUnit.DAYS)).isInstanceOf(TimeoutException.class);
        assertThat(future.isDone()).isFalse();
        goOn.countDown();
        assertThat(future.get(1, TimeUnit.HOURS)).isEqualTo("done");
    }

    @Test
    void aGetThatIsInterruptedThrowsThatAndTheTaskGoesOn() throws Exception {
        Future<String> future = waiting();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread getter = new Thread(() -> {
            try {
                future.get();
            } catch (Exception e) {
                thrown.set(e);
            }
        });
        getter.start();

        getter.interrupt();

        getter.join();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(future.isDone()).isFalse();
        goOn.countDown();
        assertThat(future.get()).isEqualTo("done");
    }

    @Test
    void aCancelledOneIsDoneAndItsGetThrows() throws Exception {
        Future<String> future = waiting();

        assertThat(future.cancel(false)).isTrue();

        assertThat(future.isDone()).isTrue();
        assertThat(future.isCancelled()).isTrue();
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> future.get(1, TimeUnit.HOURS)).isInstanceOf(CancellationException.class);
        assertThat(future.cancel(true)).isFalse(); // it already is
    }

    @Test
    void oneThatIsDoneCannotBeCancelled() throws Exception {
        Future<String> future = scheduler.submit(() -> "done");
        assertThat(future.get()).isEqualTo("done");

        assertThat(future.cancel(true)).isFalse();
        assertThat(future.isCancelled()).isFalse();
        assertThat(future.get()).isEqualTo("done");
    }

    @Test
    void oneThatFailedCannotBeCancelledAndFailsAgainAtEachGet() {
        Future<Object> future = scheduler.submit(() -> {
            throw new IOException("planned");
        });

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(future::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IOException.class);
            assertThat(future.cancel(true)).isFalse();
        }
    }

    @Test
    void aDelayedOneIsAFutureLikeAnyOther() throws Exception {
        Future<String> delayed = scheduler.schedule(() -> "done", 1, TimeUnit.HOURS);

        assertThatThrownBy(() -> delayed.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(delayed.isDone()).isFalse();
        assertThat(delayed.cancel(false)).isTrue();
        assertThatThrownBy(delayed::get).isInstanceOf(CancellationException.class);
    }

    /** {@code state}, {@code resultNow} and {@code exceptionNow}, since JDK 19. */
    @Test
    void whatANewerJdkAsksIsAnswered() throws Exception {
        assumeTrue(Runtime.version().feature() >= 19, "Future.state is of JDK 19");
        Future<String> running = waiting();
        Future<String> failed = scheduler.submit(() -> {
            throw new IOException("planned");
        });
        Future<String> cancelled = scheduler.schedule(() -> "never", 1, TimeUnit.HOURS);
        cancelled.cancel(false);
        assertThatThrownBy(failed::get).isInstanceOf(ExecutionException.class);

        assertThat(ask(running, "state")).hasToString("RUNNING");
        assertThat(ask(failed, "state")).hasToString("FAILED");
        assertThat(ask(cancelled, "state")).hasToString("CANCELLED");
        assertThat(ask(failed, "exceptionNow")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> ask(running, "resultNow")).hasCauseInstanceOf(IllegalStateException.class);
        goOn.countDown();
        running.get();
        assertThat(ask(running, "state")).hasToString("SUCCESS");
        assertThat(ask(running, "resultNow")).isEqualTo("done");
    }

    private static Object ask(Future<?> future, String method)
            throws NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        return Future.class.getMethod(method).invoke(future);
    }

    private Future<String> waiting() throws InterruptedException {
        Future<String> future = scheduler.submit(() -> {
            begun.countDown();
            Latches.await(goOn);
            return "done";
        });
        begun.await();
        return future;
    }
}
