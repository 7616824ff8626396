package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.internal.quota.OvertimePriorityTest;
import dev.gmp.internal.quota.UnprivilegedKernel;
import dev.gmp.internal.wiring.Scheduler;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which thread asks the kernel for short slices. */
class SysmonSliceTest {

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private volatile boolean over;

    @Test
    void sysmonDoesAndNoOtherThread() throws Exception {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        Scheduler scheduler = OvertimePriorityTest.under(new Asked(), 7, 1);
        try {
            scheduler.execute(() -> {
                while (!over) {
                    Thread.onSpinWait();
                }
            });
            await().until(() -> scheduler.snapshot().counters().priorityLowerings() > 0);
            CountDownLatch ran = new CountDownLatch(1);
            scheduler.execute(ran::countDown);
            ran.await();
        } finally {
            over = true;
            scheduler.shutdown();
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(asked).singleElement().asString().endsWith("sysmon");
    }

    private final class Asked extends UnprivilegedKernel {

        @Override
        public boolean shortenSlice() {
            asked.add(Thread.currentThread().getName());
            return super.shortenSlice();
        }
    }
}
