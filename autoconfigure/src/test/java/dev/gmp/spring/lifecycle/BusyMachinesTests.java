package dev.gmp.spring.lifecycle;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.spring.Latches;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BusyMachinesTests {

    /** There may be thousands, where an operator reads a line, and where a health check has to answer. */
    @Test
    void describesFiftyAndSaysHowManyMoreThereAre() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (GmpScheduler scheduler = GmpScheduler.builder()
                        .goroutines(GoroutineMode.DIRECT)
                        .maxProcs(1)
                        .build();
                AutoCloseable ending = release::countDown) {
            for (int i = 0; i < 60; i++) {
                scheduler.execute(() -> Latches.await(release));
            }
            await().until(() -> scheduler.snapshot().goroutines().syscall() == 60);
            List<String> lines = BusyMachines.describe(scheduler, scheduler.snapshot());
            assertThat(lines).hasSize(51).endsWith("and 10 more");
            assertThat(lines.subList(0, 50)).allMatch(line -> line.contains("blocked: "));
        }
    }
}
