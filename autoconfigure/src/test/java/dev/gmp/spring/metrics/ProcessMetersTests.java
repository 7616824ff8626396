package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Event;
import dev.gmp.process.Overflow;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesSnapshot;
import dev.gmp.process.StepOutput;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ProcessMetersTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpProcessAutoConfiguration.class,
                    GmpMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class,
                    PrometheusMetricsExportAutoConfiguration.class))
            .withUserConfiguration(Application.class);

    @Test
    void theySayWhatTheProcessesDo() {
        runner.run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            Processes processes = context.getBean(Processes.class);
            CountDownLatch gate = new CountDownLatch(1);
            Pid held = processes.submit("listener", "run", null);
            Pid idle = processes.submit("listener", "run", null);
            awaitValue(registry, "gmp.processes", 2, "state", "idle");

            processes.send(held, gate);
            awaitValue(registry, "gmp.processes", 1, "state", "running");
            for (int i = 0; i < 4; i++) {
                processes.send(held, "more"); // of which the last two find no room
            }
            awaitValue(registry, "gmp.process.messages", 2, "outcome", "refused");
            awaitValue(registry, "gmp.process.mailbox.depth", 2);
            awaitValue(registry, "gmp.process.mailbox.deepest", 2);

            gate.countDown();
            awaitValue(registry, "gmp.process.messages", 3, "outcome", "received");
            processes.send(idle, new IllegalStateException("as the test wants it"));
            awaitValue(registry, "gmp.processes.ended", 1, "outcome", "failed");
            processes.send(idle, "too late");
            awaitValue(registry, "gmp.process.misdirected", 1, "reason", "ended");
            processes.end(held, "enough");
            awaitValue(registry, "gmp.processes.ended", 1, "outcome", "cancelled");
            awaitValue(registry, "gmp.processes.started", 2);
            assertThat(value(registry, "gmp.process.steps")).isGreaterThanOrEqualTo(4);
            assertThat(registry.get("gmp.process.step.time").functionTimer().count())
                    .isLessThanOrEqualTo(value(registry, "gmp.process.steps"));
        });
    }

    @Test
    void aSnapshotThatTakesLongIsKeptForLonger() {
        AtomicLong nanos = new AtomicLong();
        List<ProcessesSnapshot> taken = new ArrayList<>();
        Recent<ProcessesSnapshot> recent = new Recent<>(
                () -> {
                    nanos.addAndGet(5_000_000);
                    taken.add(new ProcessesSnapshot("p", List.of(), 0, 0, 0, 0, List.of(), List.of(), false));
                    return taken.get(taken.size() - 1);
                },
                nanos::get);

        recent.get();
        nanos.addAndGet(50_000_000);
        recent.get();
        assertThat(taken).hasSize(1);
        nanos.addAndGet(1);
        recent.get();
        assertThat(taken).hasSize(2);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void ofTwoThatAreCalledTheSameTheFirstHasThemAndTheLogSaysSo(CapturedOutput output) {
        runner.withUserConfiguration(Runtimes.class)
                .run(context -> assertThat(context.getBean(MeterRegistry.class)
                                .get("gmp.processes.started")
                                .functionCounters())
                        .extracting(counter -> counter.getId().getTag("scheduler"))
                        .containsExactlyInAnyOrder("default", "orders"));
        assertThat(output).contains("Bean 'second' gets no meters: other processes are named 'default', too");
    }

    private static void awaitValue(MeterRegistry registry, String name, double expected, String... tags) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(value(registry, name, tags)).isEqualTo(expected));
    }

    private static double value(MeterRegistry registry, String name, String... tags) {
        RequiredSearch search = registry.get(name).tag("scheduler", "default");
        return search.tags(tags).meter().measure().iterator().next().getValue();
    }

    /** Waits for a latch that it is sent, throws an exception that it is sent, and takes all else. */
    static final class Listener implements Process {

        @Override
        public void init(ProcessContext context, String method, Object input) {}

        @Override
        public void step(List<Event> events, StepOutput out) throws Exception {
            for (Event event : events) {
                if (event instanceof Event.Message message && message.data() instanceof CountDownLatch gate) {
                    gate.await();
                } else if (event instanceof Event.Message message && message.data() instanceof Exception error) {
                    throw error;
                }
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        ProcessType listener() {
            return ProcessType.of("listener", Listener::new, "run").withMailbox(2, Overflow.REFUSE);
        }
    }

    /** On one scheduler. */
    @Configuration(proxyBeanMethods = false)
    static class Runtimes {

        @Bean
        Processes first(GmpScheduler scheduler, ProcessType listener) {
            return Processes.builder(scheduler).register(listener).build();
        }

        @Bean
        Processes second(GmpScheduler scheduler, ProcessType listener) {
            return Processes.builder(scheduler).register(listener).build();
        }

        @Bean
        Processes third(GmpScheduler scheduler, ProcessType listener) {
            return Processes.builder(scheduler)
                    .name("orders")
                    .register(listener)
                    .build();
        }
    }
}
