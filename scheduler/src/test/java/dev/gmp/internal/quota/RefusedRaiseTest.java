package dev.gmp.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.internal.jdk.KernelPriority.Trial;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.testkit.Niceness;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;

/** NICE-1 where the kernel, which has raised threads so far, does not raise one. */
class RefusedRaiseTest {

    private static final int TASKS = 200;

    @RepeatedTest(5)
    void aMachineThatStaysLoweredRunsNoOtherGoroutine() throws Exception {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        int normal = Niceness.ofCaller();
        Set<Integer> seen = Collections.synchronizedSet(new HashSet<>());
        CountDownLatch done = new CountDownLatch(TASKS);
        Scheduler scheduler = OvertimePriorityTest.under(new NotRaising(), 7, 1);
        try {
            scheduler.execute(
                    () -> {
                        while (Niceness.ofCaller() == normal
                                && !Thread.currentThread().isInterrupted()) {
                            Thread.onSpinWait();
                        }
                        for (int i = 0; i < TASKS; i++) {
                            scheduler.execute(() -> {
                                Machine machine = MachineThreads.current();
                                int nice = Niceness.ofCaller();
                                if (MachineThreads.current() == machine && machine.holdsProcessor()) {
                                    seen.add(nice); // otherwise it may have been lowered for its own overtime
                                }
                                done.countDown();
                            });
                        }
                        Goroutines.checkpoint(); // it gets a processor for what is left
                    },
                    GoroutineMode.DIRECT);
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(seen).containsExactly(normal);
        } finally {
            scheduler.shutdownNow(thread -> true);
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static final class NotRaising extends UnprivilegedKernel {

        @Override
        public Trial tryLowering(int low) {
            return Trial.MAY_RAISE;
        }
    }
}
