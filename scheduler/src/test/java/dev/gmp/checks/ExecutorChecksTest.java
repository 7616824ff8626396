package dev.gmp.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Modes;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every check finds nothing in sound executors, this project's among them, and the fault in one that has it. */
class ExecutorChecksTest {

    private static final Duration MUCH = Duration.ofSeconds(60);

    /** For faults that show in that something never happens. */
    private static final Duration LITTLE = Duration.ofMillis(200);

    private static final ExecutorCheck EXACTLY_ONCE = new ExactlyOnceCheck();
    private static final ExecutorCheck NO_LOST_WAKE_UP = new NoLostWakeUpCheck(500);
    private static final ExecutorCheck FAIRNESS = new FairnessCheck();
    private static final ExecutorCheck NOTHING_AFTER_SHUTDOWN = new NothingAfterShutdownCheck();
    private static final ExecutorCheck CANCELLATION = new CancellationCheck();

    static Stream<Arguments> sound() {
        List<Arguments> sound = new ArrayList<>();
        Modes.available().forEach(mode -> {
            for (Discipline discipline : Discipline.values()) {
                for (boolean watched : new boolean[] {true, false}) {
                    sound.add(Arguments.of(
                            "%s, %s%s".formatted(mode, discipline, watched ? "" : ", without sysmon"),
                            scheduler(mode, discipline, watched)));
                }
            }
        });
        sound.add(
                Arguments.of("ThreadPoolExecutor", (Supplier<ExecutorService>) () -> Executors.newFixedThreadPool(2)));
        return sound.stream();
    }

    static Stream<Arguments> faulty() {
        return Stream.of(
                fault("one that runs tasks twice", FaultyExecutors::duplicating, EXACTLY_ONCE, MUCH, "ran 2 times"),
                fault("one that drops tasks", FaultyExecutors::dropping, EXACTLY_ONCE, LITTLE, "was lost"),
                fault("one that loses wake-ups", FaultyExecutors::sleepingIn, NO_LOST_WAKE_UP, LITTLE, "wait though"),
                fault("one that lets tasks starve", FaultyExecutors::starving, FAIRNESS, LITTLE, "starve"),
                fault(
                        "one that accepts after its end",
                        FaultyExecutors::acceptingLate,
                        NOTHING_AFTER_SHUTDOWN,
                        MUCH,
                        "after shutdown"),
                fault(
                        "one that does not interrupt",
                        FaultyExecutors::notInterrupting,
                        CANCELLATION,
                        LITTLE,
                        "was cancelled and not interrupted"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sound")
    void findNothingInASoundExecutor(String name, Supplier<ExecutorService> executors) throws Exception {
        for (ExecutorCheck check :
                List.of(EXACTLY_ONCE, NO_LOST_WAKE_UP, FAIRNESS, NOTHING_AFTER_SHUTDOWN, CANCELLATION)) {
            ExecutorService executor = executors.get();
            try {
                assertThat(check.faultsOf(executor, MUCH))
                        .as("%s, %s", name, check.getClass().getSimpleName())
                        .isEmpty();
            } finally {
                executor.shutdownNow();
            }
            assertThat(executor.awaitTermination(MUCH.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faulty")
    void findTheFaultOf(
            String name, UnaryOperator<ExecutorService> breaking, ExecutorCheck check, Duration patience, String found)
            throws Exception {
        for (Supplier<ExecutorService> sound : soundOnes()) {
            ExecutorService broken = breaking.apply(sound.get());
            try {
                assertThat(check.faultsOf(broken, patience)).as(name).anyMatch(fault -> fault.contains(found));
            } finally {
                broken.shutdownNow();
            }
        }
    }

    private static Arguments fault(
            String name,
            UnaryOperator<ExecutorService> breaking,
            ExecutorCheck check,
            Duration patience,
            String found) {
        return Arguments.of(name, breaking, check, patience, found);
    }

    private static List<Supplier<ExecutorService>> soundOnes() {
        return List.of(scheduler(GoroutineMode.DIRECT, Discipline.GO, true), () -> Executors.newFixedThreadPool(2));
    }

    private static Supplier<ExecutorService> scheduler(GoroutineMode mode, Discipline discipline, boolean watched) {
        return () -> {
            SchedulerBuilder builder = Schedulers.direct(2).goroutines(mode).discipline(discipline);
            return watched ? builder.build() : Unwatched.build(builder);
        };
    }
}
