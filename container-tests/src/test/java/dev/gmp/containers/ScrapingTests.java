package dev.gmp.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.sample.prometheus.Prometheus;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus beside the container reads the sample's meters through the published port. */
@ContainerTest
class ScrapingTests {

    @Test
    void prometheusReadsTheSchedulersMeters(@TempDir Path folder) throws Exception {
        try (SampleContainer container = new SampleContainer().withCpus(1.5).withSetting("gmp.min-procs", "1")) {
            container.start();
            try (Prometheus prometheus = Prometheus.reading("/actuator/prometheus", container.port(), folder)) {
                SearchLoad.keep(2, 2, container);
                double procs = Math.min(SampleContainer.cpusOfTheMachine(), 2);

                await().atMost(Duration.ofMinutes(4)).untilAsserted(() -> {
                    assertThat(prometheus.values("up{job=\"sample\"}")).containsExactly(1.0);
                    assertThat(prometheus.values("gmp_processors")).containsExactly(procs);
                    assertThat(prometheus.values("gmp_cpu_quota_cpus")).containsExactly(1.5);
                    // A search is four goroutines and its request a fifth.
                    assertThat(prometheus.values("gmp_goroutines_completed_goroutines_total"))
                            .singleElement()
                            .satisfies(completed -> assertThat(completed).isGreaterThanOrEqualTo(10));
                });
            }
        }
    }
}
