package dev.gmp.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A quota that changes while the application runs, as {@code docker update} and Kubernetes' in-place resize do it. */
@ContainerTest
class QuotaChangeTests {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @Test
    void processorsFollowTheQuotaWhileSearchesGoOn() {
        int cpus = SampleContainer.cpusOfTheMachine();
        assumeThat(cpus).as("CPUs").isGreaterThan(1);
        try (SampleContainer container = new SampleContainer().withSetting("gmp.min-procs", "1")) {
            container.start();
            assertThat(container.meter("gmp.processors")).isEqualTo(cpus);
            AtomicBoolean enough = new AtomicBoolean();
            CompletableFuture<Void> searches = CompletableFuture.runAsync(() -> {
                while (!enough.get()) {
                    SearchLoad.keep(4, 8, container);
                }
            });

            container.setCpus(0.5);
            awaitProcs(container, 1);
            assertThat(container.meter("gmp.cpu.quota")).isEqualTo(0.5);
            container.setCpus(1.5);
            awaitProcs(container, 2);
            container.setCpus(1);
            awaitProcs(container, 1);
            container.removeQuota();
            awaitProcs(container, cpus);
            assertThat(container.meter("gmp.cpu.quota")).isNaN();

            enough.set(true);
            searches.join();
        }
    }

    private static void awaitProcs(SampleContainer container, int procs) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(container.meter("gmp.processors")).isEqualTo(procs));
    }
}
