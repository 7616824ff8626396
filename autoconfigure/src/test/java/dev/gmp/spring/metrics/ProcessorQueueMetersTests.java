package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.spring.GmpAutoConfiguration;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** As many gauges as processors, unless there are very many, or the application wants none. */
@ExtendWith(OutputCaptureExtension.class)
class ProcessorQueueMetersTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withPropertyValues("gmp.max-procs=2")
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class,
                    SimpleMetricsExportAutoConfiguration.class));

    @Test
    void followTheNumberOfProcessorsUpTo64(CapturedOutput output) {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build();
                GmpMeterBinder binder = new GmpMeterBinder(Map.of("gmpScheduler", scheduler), Map.of())) {
            binder.bindTo(registry);
            for (int procs : new int[] {1, 3, 2, 64}) {
                awaitGauges(registry, scheduler, procs, procs);
            }
            assertThat(output).doesNotContain("left out");
            for (int procs : new int[] {65, 70}) {
                awaitGauges(registry, scheduler, procs, 0);
            }
            awaitGauges(registry, scheduler, 2, 2);
            assertThat(output)
                    .containsOnlyOnce("Scheduler 'default' has 65 processors:"
                            + " gmp.processor.queue.depth is not published above 64 processors");
        }
    }

    private static void awaitGauges(MeterRegistry registry, GmpScheduler scheduler, int procs, int gauges) {
        scheduler.setMaxProcs(procs);
        await().untilAsserted(() -> {
            assertThat(registry.get("gmp.processors").gauge().value()).isEqualTo(procs);
            assertThat(gauges(registry))
                    .extracting(gauge -> gauge.getId().getTag("processor"))
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, gauges)
                            .mapToObj(Integer::toString)
                            .toList());
            assertThat(gauges(registry))
                    .allSatisfy(gauge -> assertThat(gauge.value()).isZero());
        });
    }

    /** Whichever of two scrapes comes last, the next one finds as many gauges as there are processors. */
    @Test
    void followResizesThatSeveralScrapesSeeAtOnce() throws Exception {
        ExecutorService scrapes = Executors.newFixedThreadPool(2);
        try (GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build()) {
            SchedulerSnapshot one = scheduler.snapshot();
            scheduler.setMaxProcs(3);
            SchedulerSnapshot three = scheduler.snapshot();
            assertThat(List.of(one.procs(), three.procs())).containsExactly(1, 3);
            BlockingQueue<SchedulerSnapshot> next = new LinkedBlockingQueue<>(List.of(one));
            AtomicLong clock = new AtomicLong();
            RecentSnapshot recent = new RecentSnapshot(
                    scheduler, next::remove, () -> clock.addAndGet(2 * RecentSnapshot.MAX_AGE.toNanos()));
            MeterRegistry registry = new SimpleMeterRegistry();
            new ProcessorQueueMeters("default", recent).bindTo(registry);
            for (int round = 0; round < 5_000; round++) {
                next.addAll(List.of(one, three));
                CyclicBarrier together = new CyclicBarrier(2);
                Callable<SchedulerSnapshot> scrape = () -> {
                    together.await();
                    return recent.get();
                };
                for (Future<SchedulerSnapshot> each : scrapes.invokeAll(List.of(scrape, scrape))) {
                    each.get();
                }
                next.add(three);
                recent.get();
                assertThat(gauges(registry)).as("round %d", round).hasSize(3);
            }
        } finally {
            scrapes.shutdownNow();
        }
    }

    @Test
    void areThereByDefault() {
        runner.run(context ->
                assertThat(gauges(context.getBean(MeterRegistry.class))).hasSize(2));
    }

    @Test
    void areLeftOutOnRequest() {
        runner.withPropertyValues("gmp.metrics.per-processor=false").run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(gauges(registry)).isEmpty();
            assertThat(registry.get("gmp.run.queue.depth").gauges()).hasSize(2);
        });
    }

    private static Collection<Gauge> gauges(MeterRegistry registry) {
        return registry.find("gmp.processor.queue.depth").gauges();
    }
}
