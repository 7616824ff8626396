package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** No more threads than allowed, and none too few because of it. */
class MachineLimitTest {

    /** PARK-1: the only machine is on its way to park when work comes; it cannot be woken yet, nor another one made. */
    @Test
    void workThatComesWhileTheLastMachineParksIsNotForgotten() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1).maxMachines(1).build()) {
            for (int round = 0; round < 3_000; round++) {
                scheduler.submit(() -> {}).get(60, TimeUnit.SECONDS);
            }
            assertThat(scheduler.snapshot().counters().machinesCreated()).isEqualTo(1);
        }
    }

    /** The same where the machine does not park but ends. */
    @Test
    void workThatComesWhileTheLastMachineEndsIsNotForgotten() throws Exception {
        try (GmpScheduler scheduler = Schedulers.direct(1)
                .maxMachines(1)
                .machineKeepAlive(Duration.ofMillis(1))
                .build()) {
            for (int round = 0; round < 300; round++) {
                scheduler.submit(() -> {}).get(60, TimeUnit.SECONDS);
                if (round % 4 == 0) {
                    Thread.sleep(1);
                }
            }
        }
    }
}
