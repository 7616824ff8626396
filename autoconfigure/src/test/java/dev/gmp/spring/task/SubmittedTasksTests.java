package dev.gmp.spring.task;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.TaskKindSnapshot;
import dev.gmp.spring.GmpAutoConfiguration;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.support.PeriodicTrigger;

/** Whichever executor of Spring gets a task, it keeps its kind and the labels of its submitter. Failures tell. */
class SubmittedTasksTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues("gmp.max-procs=2", "gmp.schedulers.narrow.max-goroutines=1")
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class));

    private final Queue<Map<String, String>> labels = new ConcurrentLinkedQueue<>();

    /** A way to submit a task. */
    private interface Way {
        void submit(Order task) throws Exception;
    }

    @Test
    void keepTheirKindAndTheLabels() {
        runner.run(this::keepTheirKindAndTheLabels);
    }

    @Test
    void keepThemAlsoDecorated() {
        TaskDecorator decorator = task -> () -> task.run();
        runner.withBean(TaskDecorator.class, () -> decorator).run(this::keepTheirKindAndTheLabels);
    }

    private void keepTheirKindAndTheLabels(AssertableApplicationContext context) throws Exception {
        GmpScheduler scheduler = context.getBean(GmpScheduler.class);
        Map<String, Way> ways = ways(context);
        scheduler
                .submit(() -> {
                    Goroutines.label("tenant", "7");
                    for (Map.Entry<String, Way> way : ways.entrySet()) {
                        way.getValue().submit(new Order(way.getKey(), labels, new AtomicBoolean()));
                    }
                    return null;
                })
                .get(100, TimeUnit.SECONDS);

        Map<String, Long> expected = new TreeMap<>();
        ways.keySet().forEach(name -> expected.put(name, 1L));
        await().dontCatchUncaughtExceptions()
                .untilAsserted(() -> assertThat(failures(scheduler)).isEqualTo(expected));
        assertThat(labels).hasSize(ways.size()).containsOnly(Map.of("tenant", "7"));
    }

    private static Map<String, Way> ways(AssertableApplicationContext context) {
        Map<String, Way> ways = new LinkedHashMap<>();
        GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
        NamedTaskExecutor narrow = context.getBean("narrowTaskExecutor", NamedTaskExecutor.class);
        addSpringsWays(ways, "executor", executor);
        addSpringsWays(ways, "bulkhead", narrow);
        addServicesWays(ways, "bulkhead", narrow);
        addServicesWays(ways, "service", context.getBean("gmpExecutorService", ExecutorService.class));
        ways.put("idle", context.getBean("gmpIdleExecutor", IdleExecutor.class)::execute);
        addTimedWays(ways, "scheduler", context.getBean("taskScheduler", GmpTaskScheduler.class));
        addTimedWays(ways, "bulkhead", context.getBean("narrowTaskScheduler", GmpTaskScheduler.class));
        return ways;
    }

    private static void addSpringsWays(Map<String, Way> ways, String name, AsyncTaskExecutor executor) {
        ways.put(name + " execute", executor::execute);
        ways.put(name + " submit", task -> executor.submit((Runnable) task));
        ways.put(name + " submit a callable", task -> executor.submit((Callable<?>) task));
        ways.put(name + " submitCompletable", task -> executor.submitCompletable((Runnable) task));
        ways.put(name + " submitCompletable a callable", task -> executor.submitCompletable((Callable<?>) task));
    }

    private static void addServicesWays(Map<String, Way> ways, String name, ExecutorService service) {
        ways.put(name + " service submit", task -> service.submit((Runnable) task));
        ways.put(name + " service invokeAll", task -> service.invokeAll(List.of(task)));
    }

    private static void addTimedWays(Map<String, Way> ways, String name, GmpTaskScheduler tasks) {
        ways.put(name + " once", task -> tasks.schedule(task, Instant.now()));
        ways.put(name + " trigger", task -> tasks.schedule(task, new PeriodicTrigger(Duration.ofMillis(1))));
        ways.put(name + " fixed rate", task -> tasks.scheduleAtFixedRate(task, Duration.ofMillis(1)));
        ways.put(name + " fixed delay", task -> tasks.scheduleWithFixedDelay(task, Duration.ofMillis(1)));
    }

    private static Map<String, Long> failures(GmpScheduler scheduler) {
        return scheduler.taskKinds().stream()
                .filter(kind -> kind.failures() > 0)
                .collect(Collectors.toMap(TaskKindSnapshot::name, TaskKindSnapshot::failures));
    }

    /** Notes the labels that it has and fails, the first time that it runs. */
    private record Order(String taskKind, Queue<Map<String, String>> labels, AtomicBoolean hasRun)
            implements Runnable, Callable<Object>, DescribedTask {

        @Override
        public Class<?> taskClass() {
            return Order.class;
        }

        @Override
        public void run() {
            if (!hasRun.getAndSet(true)) {
                labels.add(Goroutines.labels());
                throw new IllegalStateException("as it should");
            }
        }

        @Override
        public Object call() {
            run();
            return labels;
        }
    }
}
