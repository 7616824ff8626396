package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.testkit.Modes;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which kinds tasks are of. Each failure counts, so failures tell the names of kinds exactly. */
class TaskKindNamesTest {

    private static final String MODES = "dev.gmp.testkit.Modes#available";
    private static final Duration LONG = Duration.ofSeconds(60);

    @ParameterizedTest
    @MethodSource(MODES)
    void aKindIsTheClassOrTheLabel(GoroutineMode mode) {
        try (GmpScheduler scheduler = quiet(mode)) {
            scheduler.execute(new Failing());
            scheduler.execute(new Failing());
            scheduler.execute(() -> fail("lambda"));
            scheduler.execute(() -> failLabelled("route", "GET /a"));
            scheduler.execute(() -> {
                Goroutines.label("route", "GET /a");
                failLabelled("method", "shop.Orders.send");
            });
            scheduler.execute(() -> failLabelled("tenant", "7"));

            awaitFailures(
                    scheduler, Map.of(Failing.class.getName(), 2L, name(), 2L, "GET /a", 1L, "shop.Orders.send", 1L));
        }
    }

    /** It has cost its starter's kind, which is what the starter's route or method cost. */
    @ParameterizedTest
    @MethodSource(MODES)
    void aTaskOfALabelledTaskIsOfTheSameKind(GoroutineMode mode) {
        try (GmpScheduler scheduler = quiet(mode)) {
            scheduler.execute(() -> {
                Goroutines.label("route", "GET /a");
                scheduler.execute(new Failing());
            });

            awaitFailures(scheduler, Map.of("GET /a", 1L));
        }
    }

    @Test
    void aTaskMayNameItsKind() {
        try (GmpScheduler scheduler = quiet(GoroutineMode.DIRECT)) {
            scheduler.execute(new Named());

            awaitFailures(scheduler, Map.of("orders", 1L));
        }
    }

    @Test
    void aThreadWithoutATaskIsOfTheKindThread() {
        Assumptions.assumeTrue(Modes.available().anyMatch(mode -> mode == GoroutineMode.VIRTUAL), "JDK 21");
        try (GmpScheduler scheduler = quiet(GoroutineMode.VIRTUAL)) {
            scheduler.threadFactory().newThread(() -> Goroutines.failed(null)).start();

            awaitFailures(scheduler, Map.of("thread", 1L));
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void aFailureCountsOnceWhereverItIsSeen(GoroutineMode mode) {
        try (GmpScheduler scheduler = quiet(mode)) {
            scheduler.submit(new Failing());
            scheduler.schedule(new Failing(), 1, TimeUnit.MILLISECONDS);
            scheduler.execute(new ToldTwice());
            scheduler.submit(new ToldTwice());
            scheduler.execute(new Exiting());
            scheduler.submit(new Exiting());
            scheduler.submit(new Fine());
            Goroutines.failed(new IllegalStateException("not on a goroutine"));

            awaitFailures(scheduler, Map.of(Failing.class.getName(), 2L, ToldTwice.class.getName(), 2L));
        }
    }

    /** Each fails, though the exception is a constant. */
    @ParameterizedTest
    @MethodSource(MODES)
    void tasksThatThrowTheSameExceptionFailEach(GoroutineMode mode) {
        try (GmpScheduler scheduler = quiet(mode)) {
            for (int i = 0; i < 3; i++) {
                scheduler.execute(new ThrowingConstant());
                scheduler.submit(new ThrowingConstant());
            }

            awaitFailures(scheduler, Map.of(ThrowingConstant.class.getName(), 6L));
        }
    }

    /** A label in between changes nothing. A direct task blocks the first machine, so the goroutine goes on on another. */
    @Test
    void aFailureThatIsToldOnTwoMachinesCountsOnce() throws Exception {
        Assumptions.assumeTrue(Modes.available().anyMatch(mode -> mode == GoroutineMode.VIRTUAL), "JDK 21");
        CountDownLatch blocks = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        List<Machine> machines = new CopyOnWriteArrayList<>();
        try (GmpScheduler scheduler = quiet(GoroutineMode.VIRTUAL);
                AutoCloseable ending = end::countDown) {
            scheduler.submit(() -> {
                Expected thrown = new Expected("told");
                machines.add(MachineThreads.current());
                Goroutines.failed(thrown);
                Goroutines.label("tenant", "7");
                Goroutines.label("tenant", null);
                scheduler.execute(() -> {}); // for which the machine that blocks hands its processor off
                scheduler.direct().execute(() -> blockUntil(end, blocks));
                blocks.await();
                machines.add(MachineThreads.current());
                throw thrown;
            });

            awaitFailures(scheduler, Map.of(name(), 1L));
            Schedulers.await(scheduler, now -> now.counters().completed() >= 2);
            awaitFailures(scheduler, Map.of(name(), 1L));
            assertThat(machines).doesNotHaveDuplicates().hasSize(2);
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void kindsBeyondTheHundredthAreOther(GoroutineMode mode) {
        try (GmpScheduler scheduler = quiet(mode)) {
            for (int i = 0; i < 150; i++) {
                String kind = "kind " + i;
                scheduler.execute(() -> failLabelled("method", kind));
            }
            Awaitility.await()
                    .dontCatchUncaughtExceptions()
                    .atMost(LONG)
                    .until(() -> failures(scheduler).values().stream()
                                    .mapToLong(each -> each)
                                    .sum()
                            == 150);

            assertThat(failures(scheduler)).hasSize(101).containsEntry("other", 50L);
        }
    }

    @ParameterizedTest
    @MethodSource(MODES)
    void offMeansNone(GoroutineMode mode) throws Exception {
        try (GmpScheduler scheduler =
                Schedulers.direct(1).goroutines(mode).taskKinds(false).build()) {
            scheduler.submit(new Failing());
            scheduler.submit(new Fine()).get();

            assertThat(scheduler.taskKinds()).isEmpty();
        }
    }

    /** Without sysmon: only failures and samples count. */
    private static GmpScheduler quiet(GoroutineMode mode) {
        return Unwatched.build(Schedulers.direct(1).goroutines(mode));
    }

    private static void failLabelled(String key, String value) {
        Goroutines.label(key, value);
        fail(value);
    }

    private static void fail(String why) {
        throw new Expected(why);
    }

    private static void awaitFailures(GmpScheduler scheduler, Map<String, Long> expected) {
        Awaitility.await()
                .dontCatchUncaughtExceptions()
                .atMost(LONG)
                .untilAsserted(() -> assertThat(failures(scheduler)).containsExactlyInAnyOrderEntriesOf(expected));
    }

    private static Map<String, Long> failures(GmpScheduler scheduler) {
        Map<String, Long> failures = new TreeMap<>();
        for (TaskKindSnapshot kind : scheduler.taskKinds()) {
            if (kind.failures() > 0) {
                failures.put(kind.name(), kind.failures());
            }
        }
        return failures;
    }

    private static void blockUntil(CountDownLatch end, CountDownLatch blocks) {
        try {
            Goroutines.blocking(() -> {
                blocks.countDown();
                end.await();
                return null;
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String name() {
        return TaskKindNamesTest.class.getName();
    }

    /** Thrown on purpose, without a trace. */
    private static final class Expected extends RuntimeException {

        Expected(String message) {
            super(message, null, false, false);
        }
    }

    private static final class Failing implements Runnable {
        @Override
        public void run() {
            fail("as it should");
        }
    }

    private static final class ToldTwice implements Runnable {
        @Override
        public void run() {
            Expected thrown = new Expected("told");
            Goroutines.failed(thrown);
            Goroutines.failed(thrown);
            throw thrown;
        }
    }

    private static final class ThrowingConstant implements Runnable {

        private static final Expected CONSTANT = new Expected("a constant");

        @Override
        public void run() {
            throw CONSTANT;
        }
    }

    private static final class Exiting implements Runnable {
        @Override
        public void run() {
            Goroutines.exit();
        }
    }

    private static final class Fine implements Runnable {
        @Override
        public void run() {}
    }

    private static final class Named implements Runnable, DescribedTask {
        @Override
        public void run() {
            fail("as it should");
        }

        @Override
        public Class<?> taskClass() {
            return Named.class;
        }

        @Override
        public String taskKind() {
            return "orders";
        }
    }
}
