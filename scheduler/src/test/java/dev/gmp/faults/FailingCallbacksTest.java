package dev.gmp.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.observe.trace.TraceRecording;
import dev.gmp.testkit.CapturedLog;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Thrown;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a scheduler calls that is not its own may throw anything, behind every door that leads there: the task, its
 * submitter and the scheduler notice nothing of it, and a handler is told.
 */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Modes#available")
class FailingCallbacksTest {

    /** Enough to meet a full queue, and one task in 64 that is timed. */
    private static final int AT_ONCE = 64;

    private static ExecutorService submitters;

    @Parameter
    GoroutineMode mode;

    @BeforeAll
    static void hire() {
        submitters = Executors.newFixedThreadPool(16);
    }

    @AfterAll
    static void dismiss() {
        submitters.shutdownNow();
    }

    static Stream<Arguments> eachCallbackWithOneThrowable() {
        return Stream.of(Callback.values()).map(callback -> Arguments.of(callback, Thrown.oneOf(callback)));
    }

    static Stream<Arguments> eachCallbackWithEachThrowable() {
        return Stream.of(Callback.values())
                .flatMap(callback -> Stream.of(Thrown.values()).map(thrown -> Arguments.of(callback, thrown)));
    }

    @ParameterizedTest
    @MethodSource("eachCallbackWithOneThrowable")
    void whateverACallbackThrowsTheSchedulerGoesOn(Callback callback, Thrown thrown) throws Exception {
        throwBehindEachDoor(callback, thrown);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("eachCallbackWithEachThrowable")
    void whateverAnyCallbackThrowsTheSchedulerGoesOn(Callback callback, Thrown thrown) throws Exception {
        throwBehindEachDoor(callback, thrown);
    }

    private void throwBehindEachDoor(Callback callback, Thrown thrown) throws Exception {
        Culprit culprit = new Culprit(thrown);
        try (CapturedLog ofListeners = CapturedLog.of("dev.gmp.internal.util.ListenerList");
                CapturedLog ofDiscarded = CapturedLog.of("dev.gmp.internal.spawn.Rejections");
                GmpScheduler scheduler = callback.configure(builder()).build();
                Bulkhead bulkhead = callback.configure(
                                scheduler.bulkhead("narrow").maxGoroutines(1))
                        .build()) {
            callback.introduce(scheduler, bulkhead, culprit);
            try (TraceRecording asksForClasses = scheduler.startTrace()) {
                for (Door door : callback.doors()) {
                    Schedulers.awaitIdle(scheduler);
                    enterUntilItIsCalled(door, callback, culprit, scheduler, bulkhead);
                }
                Aftermath.runsTasksOnce(scheduler);
                assertThat(asksForClasses.stop().dropped()).isNotNegative();
            }
            Aftermath.isHarmless(scheduler);
            assertThat(bulkhead.snapshot().live()).isZero();
            await().until(() -> !isListener(callback) || !ofListeners.messages().isEmpty());
            assertThat(ofListeners.messages()).hasSize(isListener(callback) ? 1 : 0);
            assertThat(ofDiscarded.messages())
                    .hasSize(callback == Callback.CANCELLATION_OF_A_DISCARDED_TASK ? culprit.calls() : 0);
        }
    }

    /** It is the caller's own code, on the caller's own thread. */
    @ParameterizedTest
    @EnumSource
    void anInheritedThreadLocalFailsWhereTheThreadIsMade(Thrown thrown) throws Exception {
        assumeThat(VirtualThreads.available()).isTrue();
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>() {
            @Override
            protected String childValue(String parentValue) {
                thrown.raise();
                return parentValue;
            }
        };
        try (GmpScheduler scheduler = builder().build()) {
            local.set("inherited");
            Throwable told = catchThrowable(() -> scheduler.threadFactory().newThread(() -> {}));
            local.remove(); // before another makes a thread
            assertThat(told.getCause() == null ? told : told.getCause())
                    .isInstanceOf(thrown.make().getClass()); // a checked one comes in an error
            Aftermath.isHarmless(scheduler);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMarkedSectionFailsAsAnyCallDoes(Thrown thrown) throws Exception {
        try (GmpScheduler scheduler = builder().build()) {
            Future<Object> task = scheduler.submit(() -> Goroutines.blocking(() -> {
                thrown.raise();
                return "not reached";
            }));
            assertThatThrownBy(task::get).hasCauseInstanceOf(thrown.make().getClass());
            Aftermath.isHarmless(scheduler);
        }
    }

    private SchedulerBuilder builder() {
        return Schedulers.direct(2).goroutines(mode);
    }

    private static void enterUntilItIsCalled(
            Door door, Callback callback, Culprit culprit, GmpScheduler scheduler, Bulkhead bulkhead) throws Exception {
        int before = culprit.calls();
        Callable<Void> entry = () -> {
            enter(door, callback, culprit, scheduler, bulkhead);
            return null;
        };
        while (culprit.calls() == before) {
            int entries = callback == Callback.UNCAUGHT_EXCEPTION_HANDLER ? 1 : AT_ONCE;
            for (Future<Void> each : submitters.invokeAll(Collections.nCopies(entries, entry))) {
                each.get();
            }
        }
    }

    private static void enter(
            Door door, Callback callback, Culprit culprit, GmpScheduler scheduler, Bulkhead bulkhead) {
        try {
            door.enter(scheduler, bulkhead, callback.task(culprit));
        } catch (Throwable told) {
            assertThat(isPlanned(told)).as("%s tells %s", door, told).isTrue();
        }
    }

    /** What comes of a task that throws, is refused, or was discarded; nothing of a culprit. */
    private static boolean isPlanned(Throwable told) {
        return told instanceof Culprit.Planned
                || told instanceof RejectedExecutionException
                || told instanceof CancellationException
                || (told instanceof ExecutionException && isPlanned(told.getCause()));
    }

    private static boolean isListener(Callback callback) {
        return switch (callback) {
            case SCHEDULING_LATENCY, SLICE_LENGTH, ADMITTED_AFTER_A_WAIT, ADMITTED_TO_A_BULKHEAD -> true;
            default -> false;
        };
    }
}
