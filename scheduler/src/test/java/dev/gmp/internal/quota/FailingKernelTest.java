package dev.gmp.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.jdk.KernelPriority.Trial;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.util.KernelThread;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Thrown;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call of the kernel may throw, for want of memory: wherever it is made, a thread holds a processor. */
class FailingKernelTest {

    private volatile boolean over;
    private Scheduler scheduler;

    @BeforeEach
    void needThreadIds() {
        assumeTrue(KernelThread.current() != null, "only where threads have ids");
    }

    @AfterEach
    void close() throws InterruptedException {
        over = true;
        if (scheduler != null) {
            scheduler.shutdown();
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Sysmon has just taken a processor from a machine. */
    @ParameterizedTest
    @EnumSource
    void lowering(Thrown thrown) throws Exception {
        open(1, new Kernel() {
            @Override
            public boolean set(int kernelId, int priority) {
                thrown.raise();
                return false;
            }
        });
        compute(() -> {});
        assertRuns();
    }

    /** A new machine has just been given its first one. */
    @ParameterizedTest
    @EnumSource
    void asking(Thrown thrown) throws Exception {
        open(1, new Kernel() {
            @Override
            public int current() {
                if (MachineThreads.of(Thread.currentThread()) != null) {
                    thrown.raise();
                }
                return 0;
            }
        });
        compute(() -> {});
        assertRuns();
    }

    /** A goroutine that has lost its processor submits another one. */
    @ParameterizedTest
    @EnumSource
    void raising(Thrown thrown) throws Exception {
        open(2, new Kernel() {
            @Override
            public boolean set(int kernelId, int priority) {
                if (kernelId == 0) {
                    thrown.raise();
                }
                return true;
            }
        });
        CountDownLatch ran = new CountDownLatch(1);
        AtomicReference<Throwable> refused = new AtomicReference<>();
        compute(() -> {
            if (scheduler.snapshot().counters().priorityLowerings() > 0) {
                try {
                    scheduler.execute(ran::countDown);
                } catch (Throwable e) {
                    refused.set(e);
                }
                over = true;
            }
        });
        assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(refused.get()).isNull();
    }

    /** Sysmon is about to look for the first time. */
    @ParameterizedTest
    @EnumSource
    void shorteningSysmonsSlice(Thrown thrown) throws Exception {
        open(1, new Kernel() {
            @Override
            public boolean shortenSlice() {
                thrown.raise();
                return true;
            }
        });
        compute(() -> {});
        assertRuns();
    }

    private void open(int procs, OvertimeKernel kernel) {
        scheduler = new Scheduler(
                Schedulers.config(Schedulers.direct(procs)),
                null,
                CpuLimitSource.NONE,
                new OvertimePriority(7, kernel),
                LocalRunQueue.CAPACITY,
                true);
    }

    /** On a processor, and without it when it was taken. */
    private void compute(Runnable nowAndThen) throws InterruptedException {
        CountDownLatch computes = new CountDownLatch(1);
        scheduler.execute(() -> {
            computes.countDown();
            while (!over) {
                nowAndThen.run();
            }
        });
        computes.await();
    }

    private void assertRuns() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        scheduler.execute(ran::countDown);
        assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
        over = true;
        await().until(() -> scheduler.snapshot().idleProcs() == scheduler.procs()
                && scheduler.snapshot().spinningMachines() == 0);
    }

    /** One that says it lowers threads, and does nothing. */
    private static class Kernel implements OvertimeKernel {

        @Override
        public int current() {
            return 0;
        }

        @Override
        public boolean set(int kernelId, int priority) {
            return true;
        }

        @Override
        public Trial tryLowering(int low) {
            return Trial.MAY_RAISE;
        }

        @Override
        public boolean shortenSlice() {
            return false;
        }

        @Override
        public boolean confine(int kernelId, int cpus) {
            return false;
        }

        @Override
        public boolean release() {
            return true;
        }
    }
}
