package dev.gmp.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.internal.jdk.KernelPriority.Trial;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.testkit.AllowedCpus;
import dev.gmp.testkit.Niceness;
import java.time.Duration;
import java.util.BitSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What computes without a processor under a quota, by what the kernel says of the threads. That all CPUs are there again for
 * what takes a processor is seen where priorities are (OvertimePriorityTest).
 */
class OvertimeCpusTest {

    private static final int STEPS = 7;

    private volatile boolean over;
    private int normal;
    private BitSet all;
    private Scheduler scheduler;

    @BeforeEach
    void readAll() {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        assumeTrue(
                KernelPriority.tryLowering(Niceness.ofCaller() + STEPS) == Trial.MAY_RAISE,
                "this user may not raise priorities");
        normal = Niceness.ofCaller();
        all = AllowedCpus.ofCaller();
        assumeTrue(all.cardinality() > 1, "the quota is no less than there is");
    }

    @AfterEach
    void close() throws Exception {
        over = true;
        if (scheduler != null) {
            scheduler.shutdown();
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Together they use what the quota is worth; else they would use it up in a part of each period. */
    @Test
    void allShareTheCpusOfTheQuota() {
        scheduler = OvertimePriorityTest.under(OvertimeKernel.SYSTEM, STEPS, 1);
        Queue<Integer> hogs = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 3; i++) {
            scheduler.execute(() -> {
                hogs.add(Niceness.idOfCaller());
                compute();
            });
        }
        soon().until(() -> hogs.size() == 3
                && hogs.stream().allMatch(hog -> AllowedCpus.of(hog).cardinality() == 1));
        assertThat(hogs.stream().map(AllowedCpus::of)).containsOnly(AllowedCpus.of(hogs.element()));
    }

    /** As a filter of system calls may refuse it: then nothing is to be undone, and no thread ends for want of that. */
    @Test
    void aKernelThatConfinesNoThreadIsNotAskedToReleaseOne() {
        AtomicInteger releases = new AtomicInteger();
        scheduler = OvertimePriorityTest.under(new Unconfining(releases), STEPS, 1);
        AtomicInteger hog = new AtomicInteger();
        scheduler.execute(() -> {
            hog.set(Niceness.idOfCaller());
            compute();
        });
        soon().until(() -> hog.get() != 0 && Niceness.of(hog.get()).orElse(normal) == normal + STEPS);
        assertThat(AllowedCpus.of(hog.get())).isEqualTo(all);
        over = true;
        soon().until(() -> Niceness.of(hog.get()).orElse(normal + STEPS) == normal);
        assertThat(releases).hasValue(0);
    }

    private void compute() {
        while (!over) {
            Thread.onSpinWait();
        }
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    /** Counts what it is to release. */
    private static final class Unconfining extends UnprivilegedKernel {

        private final AtomicInteger releases;

        private Unconfining(AtomicInteger releases) {
            this.releases = releases;
        }

        @Override
        public boolean set(int kernelId, int priority) {
            return OvertimeKernel.SYSTEM.set(kernelId, priority);
        }

        @Override
        public Trial tryLowering(int low) {
            return Trial.MAY_RAISE;
        }

        @Override
        public boolean confine(int kernelId, int cpus) {
            return false;
        }

        @Override
        public boolean release() {
            releases.incrementAndGet();
            return false;
        }
    }
}
