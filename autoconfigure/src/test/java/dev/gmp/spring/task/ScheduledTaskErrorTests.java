package dev.gmp.spring.task;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.spring.job.Entrances;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.support.PeriodicTrigger;

/** What becomes of errors in scheduled tasks, in triggers and in decorators. */
@ExtendWith(OutputCaptureExtension.class)
class ScheduledTaskErrorTests {

    private static final Duration SHORT = Duration.ofMillis(1);

    private final GmpScheduler scheduler = GmpScheduler.builder().maxProcs(2).build();
    private final GmpTaskScheduler tasks = scheduling(null);

    /** Three ways to repeat, with the same rules. */
    enum Repeating {
        FIXED_RATE {
            @Override
            ScheduledFuture<?> start(GmpTaskScheduler tasks, Runnable task) {
                return tasks.scheduleAtFixedRate(task, SHORT);
            }
        },
        FIXED_DELAY {
            @Override
            ScheduledFuture<?> start(GmpTaskScheduler tasks, Runnable task) {
                return tasks.scheduleWithFixedDelay(task, SHORT);
            }
        },
        TRIGGER {
            @Override
            ScheduledFuture<?> start(GmpTaskScheduler tasks, Runnable task) {
                return tasks.schedule(task, new PeriodicTrigger(SHORT));
            }
        };

        abstract ScheduledFuture<?> start(GmpTaskScheduler tasks, Runnable task);
    }

    @AfterEach
    void close() {
        scheduler.shutdownNow();
    }

    @Test
    void aTaskThatRunsOnceIsLoggedAndItsFutureHasTheError(CapturedOutput output) {
        ScheduledFuture<?> future = tasks.schedule(ScheduledTaskErrorTests::fail, Instant.now());
        assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class).hasRootCauseMessage("planted");
        assertThat(output)
                .contains("Unexpected error occurred in scheduled task")
                .contains("planted");
    }

    /** It is no error: the handler, which would let it run again, does not hear of it. */
    @ParameterizedTest
    @EnumSource
    void aTaskThatExitsRepeatsNoMoreAndIsNotLogged(Repeating kind, CapturedOutput output) {
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> future = kind.start(tasks, () -> {
            runs.incrementAndGet();
            Goroutines.exit();
        });

        assertThatThrownBy(() -> future.get(60, TimeUnit.SECONDS))
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("Goroutines.exit()");
        assertThat(runs).hasValue(1);
        assertThat(output).doesNotContain("Goroutines.exit");
    }

    @ParameterizedTest
    @EnumSource
    void aTaskThatRepeatsIsLoggedAndGoesOn(Repeating kind, CapturedOutput output) throws Exception {
        CountDownLatch runs = new CountDownLatch(3);
        kind.start(tasks, () -> {
            runs.countDown();
            fail();
        });
        runs.await();
        assertThat(output).contains("Unexpected error occurred in scheduled task");
    }

    @ParameterizedTest
    @EnumSource
    void anErrorHandlerHearsOfEachAndTheTaskGoesOn(Repeating kind, CapturedOutput output) {
        List<Throwable> heard = new CopyOnWriteArrayList<>();
        tasks.setErrorHandler(heard::add);
        kind.start(tasks, ScheduledTaskErrorTests::fail);
        await().until(() -> heard.size() >= 3);
        assertThat(heard).allSatisfy(failure -> assertThat(failure).hasMessage("planted"));
        assertThat(output).doesNotContain("Unexpected error");
    }

    @Test
    void anErrorHandlerSwallowsTheErrorOfATaskThatRunsOnce() throws Exception {
        List<Throwable> heard = new CopyOnWriteArrayList<>();
        tasks.setErrorHandler(heard::add);
        assertThat(tasks.schedule(ScheduledTaskErrorTests::fail, Instant.now()).get())
                .isNull();
        assertThat(heard).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void anErrorHandlerThatThrowsEndsTheTaskAndALineSaysSo(Repeating kind, CapturedOutput output) {
        AtomicInteger runs = new AtomicInteger();
        tasks.setErrorHandler(failure -> {
            throw new IllegalStateException("handled badly", failure);
        });
        ScheduledFuture<?> future = kind.start(tasks, () -> {
            runs.incrementAndGet();
            fail();
        });
        assertThatThrownBy(future::get).hasStackTraceContaining("handled badly").hasRootCauseMessage("planted");
        assertThat(runs).hasValue(1);
        assertThat(output).contains("ends, because its error was not handled");
        assertThat(scheduler.snapshot().timersPending()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void anErrorOfTheJvmLeavesTheSchedulerAtWork(Repeating kind) throws Exception {
        CountDownLatch runs = new CountDownLatch(3);
        kind.start(tasks, () -> {
            runs.countDown();
            throw new StackOverflowError("planted");
        });
        runs.await();
        tasks.schedule(() -> {}, Instant.now()).get(100, TimeUnit.SECONDS);
    }

    @Test
    void aTriggerThatThrowsAtFirstTellsTheCaller() {
        Trigger trigger = context -> {
            throw new IllegalStateException("planted");
        };
        assertThatThrownBy(() -> tasks.schedule(() -> {}, trigger)).hasMessage("planted");
    }

    @Test
    void aTriggerThatThrowsLaterEndsTheTask(CapturedOutput output) {
        AtomicInteger asked = new AtomicInteger();
        ScheduledFuture<?> future = tasks.schedule(() -> {}, context -> {
            if (asked.incrementAndGet() == 3) {
                fail();
            }
            return Instant.now();
        });
        assertThatThrownBy(future::get).hasRootCauseMessage("planted");
        assertThat(output).contains("ends, because its error was not handled");
    }

    @Test
    void errorsAreHandledInsideTheDecorationSoThatLogLinesHaveItsContext() throws Exception {
        ThreadLocal<String> tenant = new ThreadLocal<>();
        List<String> seen = new CopyOnWriteArrayList<>();
        GmpTaskScheduler decorated = scheduling(task -> () -> {
            tenant.set("blue");
            try {
                task.run();
            } finally {
                tenant.remove();
            }
        });
        decorated.setErrorHandler(failure -> seen.add(tenant.get()));
        decorated.schedule(ScheduledTaskErrorTests::fail, Instant.now()).get();
        assertThat(seen).containsExactly("blue");
    }

    @Test
    void aDecorationThatThrowsEndsATaskThatRepeats(CapturedOutput output) {
        GmpTaskScheduler decorated = scheduling(task -> ScheduledTaskErrorTests::fail);
        ScheduledFuture<?> future = decorated.scheduleAtFixedRate(() -> {}, SHORT);
        assertThatThrownBy(future::get).hasRootCauseMessage("planted");
        assertThat(output).contains("ends, because its error was not handled");
    }

    private GmpTaskScheduler scheduling(TaskDecorator decorator) {
        return new GmpTaskScheduler(new Entrances(scheduler, Goroutines::isGoroutine).jobs(), decorator);
    }

    private static void fail() {
        throw new IllegalStateException("planted");
    }
}
