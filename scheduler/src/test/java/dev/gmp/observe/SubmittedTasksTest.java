package dev.gmp.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whichever way a task is submitted, it keeps its kind and its class, and has the labels of its submitter. Failures tell. */
class SubmittedTasksTest {

    private final Queue<Map<String, String>> labels = new ConcurrentLinkedQueue<>();

    /** A way to submit a task. */
    private interface Way {
        void submit(Order task) throws Exception;
    }

    private static Map<String, Way> ways(GmpScheduler scheduler, Bulkhead bulkhead) {
        Map<String, Way> ways = new LinkedHashMap<>();
        addWays(ways, "scheduler", scheduler);
        addWays(ways, "bulkhead", bulkhead);
        ways.put("direct", scheduler.direct()::execute);
        ways.put("executeIdle", scheduler::executeIdle);
        ways.put("schedule", task -> scheduler.schedule((Runnable) task, 1, TimeUnit.MILLISECONDS));
        ways.put("schedule a callable", task -> scheduler.schedule((Callable<?>) task, 1, TimeUnit.MILLISECONDS));
        ways.put("fixed rate", task -> scheduler.scheduleAtFixedRate(task, 1, 1, TimeUnit.MILLISECONDS));
        ways.put("fixed delay", task -> scheduler.scheduleWithFixedDelay(task, 1, 1, TimeUnit.MILLISECONDS));
        return ways;
    }

    private static void addWays(Map<String, Way> ways, String name, ExecutorService executor) {
        ways.put(name + " execute", executor::execute);
        ways.put(name + " submit", task -> executor.submit((Runnable) task));
        ways.put(name + " submit with a result", task -> executor.submit(task, "result"));
        ways.put(name + " submit a callable", task -> executor.submit((Callable<?>) task));
        ways.put(name + " invokeAll", task -> executor.invokeAll(List.of(task)));
        ways.put(
                name + " invokeAny",
                task -> assertThatThrownBy(() -> executor.invokeAny(List.of(task)))
                        .isInstanceOf(ExecutionException.class));
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void keepTheirKindTheirClassAndTheLabels(GoroutineMode mode) throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(2).goroutines(mode).build()) {
            Map<String, Way> ways = ways(
                    scheduler, scheduler.bulkhead("narrow").maxGoroutines(1).build());
            scheduler
                    .submit(() -> {
                        Goroutines.label("tenant", "7");
                        for (Map.Entry<String, Way> way : ways.entrySet()) {
                            way.getValue().submit(new Order(way.getKey(), labels));
                            way.getValue().submit(new Order(null, labels));
                        }
                        return null;
                    })
                    .get();

            Map<String, Long> expected = new TreeMap<>();
            ways.keySet().forEach(name -> expected.put(name, 1L));
            expected.put(CalledSo.class.getName(), (long) ways.size());
            Awaitility.await()
                    .dontCatchUncaughtExceptions()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(failures(scheduler)).isEqualTo(expected));
            assertThat(labels).hasSize(2 * ways.size()).containsOnly(Map.of("tenant", "7"));
        }
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

    private static final class CalledSo {}

    /** Notes the labels that it has, and fails. */
    private record Order(@Nullable String taskKind, Queue<Map<String, String>> labels)
            implements Runnable, Callable<Object>, DescribedTask {

        @Override
        public Class<?> taskClass() {
            return CalledSo.class;
        }

        @Override
        public void run() {
            labels.add(Goroutines.labels());
            throw new IllegalStateException("as it should");
        }

        @Override
        public Object call() {
            run();
            return labels;
        }
    }
}
