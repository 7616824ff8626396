package dev.gmp.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.internal.jdk.KernelPriority.Trial;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.internal.quota.OvertimeKernel;
import dev.gmp.internal.quota.OvertimePriorityTest;
import dev.gmp.internal.quota.UnprivilegedKernel;
import dev.gmp.internal.util.ServiceThreads;
import dev.gmp.testkit.AllowedCpus;
import dev.gmp.testkit.Niceness;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a task in overtime starts has what its thread has in the kernel, and keeps it, unless the task says otherwise. */
class StartedInOvertimeTest {

    /** As a new process or thread finds it. */
    private record Inherited(int nice, BitSet cpus) {

        static Inherited ofCaller() {
            return new Inherited(Niceness.ofCaller(), AllowedCpus.ofCaller());
        }

        /** Of a process that waits for input, and has none. */
        static Inherited byProcess() throws IOException {
            Process process = new ProcessBuilder("cat").start();
            try {
                return new Inherited(
                        Niceness.ofProcess(process.pid()).orElseThrow(), AllowedCpus.ofProcess(process.pid()));
            } finally {
                process.destroy();
            }
        }

        static Inherited byThread() throws Exception {
            CompletableFuture<Inherited> found = new CompletableFuture<>();
            new Thread(() -> found.complete(ofCaller())).start();
            return found.get();
        }

        static Inherited byServiceThread() throws Exception {
            CompletableFuture<Inherited> found = new CompletableFuture<>();
            ServiceThreads.newThread("test", () -> found.complete(ofCaller())).start();
            return found.get();
        }
    }

    private static final int STEPS = 7;

    private volatile boolean over;
    private Inherited normal;
    private int low;
    private Scheduler scheduler;

    @BeforeEach
    void readNormal() {
        assumeTrue(KernelPriority.available(), KernelPriority.reason());
        normal = Inherited.ofCaller();
        low = normal.nice() + STEPS;
    }

    @AfterEach
    void close() throws Exception {
        over = true;
        if (scheduler != null) {
            scheduler.shutdown();
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "VIRTUAL"})
    void aProcessInheritsWhatTheThreadOfATaskHasThatSaysNothing(GoroutineMode mode) throws Exception {
        open(mode, true);
        assertThat(lowered(mode, Inherited::byProcess).nice()).isEqualTo(low);
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "VIRTUAL"})
    void aProcessThatIsStartedAtNormalPriorityHasThat(GoroutineMode mode) throws Exception {
        open(mode, true);
        assertThat(lowered(mode, () -> Goroutines.atNormalPriority(Inherited::byProcess)))
                .isEqualTo(normal);
    }

    /** Such a goroutine goes on on another thread, which is not lowered. */
    @Test
    void alsoWhereTheKernelRaisesNoThread() throws Exception {
        open(GoroutineMode.VIRTUAL, false);
        assertThat(lowered(GoroutineMode.VIRTUAL, () -> Goroutines.atNormalPriority(Inherited::byProcess)))
                .isEqualTo(normal);
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "VIRTUAL"})
    void soDoesAThread(GoroutineMode mode) throws Exception {
        open(mode, true);
        assertThat(lowered(mode, () -> Goroutines.atNormalPriority(Inherited::byThread)))
                .isEqualTo(normal);
    }

    /** They are for all: for the log, say. */
    @Test
    void threadsOfOurOwnSayItThemselves() throws Exception {
        open(GoroutineMode.DIRECT, true);
        assertThat(lowered(GoroutineMode.DIRECT, Inherited::byServiceThread)).isEqualTo(normal);
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "VIRTUAL"})
    void theSectionHoldsUntilTheOutermostEnds(GoroutineMode mode) throws Exception {
        open(mode, true);
        assertThat(lowered(
                        mode,
                        () -> Goroutines.atNormalPriority(() -> {
                            Goroutines.atNormalPriority(() -> null);
                            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100); // and beyond a slice
                            while (System.nanoTime() - end < 0) {
                                Thread.onSpinWait();
                            }
                            return Inherited.byProcess();
                        })))
                .isEqualTo(normal);
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECT", "VIRTUAL"})
    void aGoroutineThatComputesOnAfterTheSectionIsLoweredAgain(GoroutineMode mode) throws Exception {
        open(mode, true);
        assertThat(lowered(mode, () -> {
                    IllegalStateException thrown = new IllegalStateException("the section's own");
                    assertThat(catchThrowable(() -> Goroutines.atNormalPriority(() -> {
                                throw thrown;
                            })))
                            .isSameAs(thrown);
                    awaitLowered();
                    return Niceness.ofCaller();
                }))
                .isEqualTo(low);
    }

    @Test
    void aPlainThreadRunsTheSection() throws Exception {
        assertThat(Goroutines.atNormalPriority(() -> "run")).isEqualTo("run");
    }

    /** What a task finds that has been lowered. */
    private <T> T lowered(GoroutineMode mode, Callable<T> then) throws Exception {
        CompletableFuture<T> found = new CompletableFuture<>();
        scheduler.execute(
                () -> {
                    awaitLowered();
                    try {
                        found.complete(then.call());
                    } catch (Throwable failure) {
                        found.completeExceptionally(failure);
                    }
                },
                mode);
        return found.get();
    }

    private void awaitLowered() {
        while (Niceness.ofCaller() != low && !over) {
            for (int i = 0; i < 100_000 && !over; i++) {
                Thread.onSpinWait();
            }
        }
    }

    private void open(GoroutineMode mode, boolean raises) {
        assumeTrue(mode == GoroutineMode.DIRECT || VirtualThreads.available(), VirtualThreads::reason);
        assumeTrue(!raises || KernelPriority.tryLowering(low) == Trial.MAY_RAISE, "this user may not raise priorities");
        scheduler = OvertimePriorityTest.under(raises ? OvertimeKernel.SYSTEM : new UnprivilegedKernel(), STEPS, 1);
    }
}
