package dev.gmp.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.testkit.AllowedCpus;
import dev.gmp.testkit.Niceness;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A thread has what its starter has: the machines of a scheduler must not be those of its first user. */
class LoweredStarterTest {

    private volatile boolean over;

    @Test
    void aSchedulerThatIsFirstUsedByALoweredThreadRunsItsTasksAsUsual() throws Exception {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        int normal = Niceness.ofCaller();
        BitSet all = AllowedCpus.ofCaller();
        CompletableFuture<Integer> niceness = new CompletableFuture<>();
        CompletableFuture<BitSet> cpus = new CompletableFuture<>();
        try (GmpScheduler first = Schedulers.direct(1)
                        .overtimePolicy(OvertimePolicy.LOWER_PRIORITY)
                        .build();
                GmpScheduler second = Schedulers.direct(1)
                        .name("second")
                        .timeSlice(Duration.ofSeconds(10)) // none is lowered for overtime of its own
                        .build()) {
            assumeTrue(mayRaise(), "the kernel raises no thread");
            first.execute(() -> {
                while (Niceness.ofCaller() == normal && !over) {
                    Thread.onSpinWait();
                }
                second.execute(() -> {
                    niceness.complete(Niceness.ofCaller());
                    cpus.complete(AllowedCpus.ofCaller());
                });
            });
            assertThat(niceness.get(60, TimeUnit.SECONDS)).isEqualTo(normal);
            assertThat(cpus.get()).isEqualTo(all);
        } finally {
            over = true;
        }
    }

    /** Only then are direct goroutines lowered. */
    private static boolean mayRaise() {
        return KernelPriority.tryLowering(Niceness.ofCaller() + 10) == KernelPriority.Trial.MAY_RAISE;
    }
}
