package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.spring.Latches;
import dev.gmp.spring.job.Entrances;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each run of a task has the labels of the goroutine that scheduled it. What a run sets is no label of the next one. */
class ScheduledTaskLabelsTests {

    private final Queue<Map<String, String>> seen = new ConcurrentLinkedQueue<>();
    private final CountDownLatch runs = new CountDownLatch(3);

    @Test
    void ofATaskThatRepeats() throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(2).build()) {
            GmpTaskScheduler tasks =
                    new GmpTaskScheduler(new Entrances(scheduler, Goroutines::isGoroutine).jobs(), null);
            scheduler
                    .submit(() -> {
                        Goroutines.label("order", "17");
                        tasks.scheduleWithFixedDelay(this::run, Duration.ofMillis(1));
                    })
                    .get(100, TimeUnit.SECONDS);
            Latches.await(runs);
        }
        assertThat(seen).hasSizeGreaterThanOrEqualTo(3).allMatch(Map.of("order", "17")::equals);
    }

    /** Such as the trace of a context that the decorator carries. */
    @Test
    void aDecoratorMaySetLabels() throws Exception {
        CompletableFuture<Map<String, String>> labels = new CompletableFuture<>();
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(2).build()) {
            GmpTaskScheduler tasks =
                    new GmpTaskScheduler(new Entrances(scheduler, Goroutines::isGoroutine).jobs(), task -> () -> {
                        Goroutines.label("tenant", "blue");
                        task.run();
                    });
            tasks.schedule(() -> labels.complete(Goroutines.labels()), Instant.now());
            assertThat(labels.get(100, TimeUnit.SECONDS)).isEqualTo(Map.of("tenant", "blue"));
        }
    }

    private void run() {
        seen.add(Goroutines.labels());
        Goroutines.label("own", "1");
        Goroutines.label("order", null);
        runs.countDown();
    }
}
