package dev.gmp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.VirtualGoroutinesUnavailableException;
import dev.gmp.process.testkit.Scripted;
import dev.gmp.process.testkit.World;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A step runs on a thread that is no fork/join worker, whatever kind of goroutine its scheduler runs besides. */
@ParameterizedClass
@EnumSource
class ForkJoinInStepTest {

    private static final int PATIENCE_SECONDS = 50;

    @Parameter
    GoroutineMode mode;

    @BeforeEach
    void onlyWithACommonPool() {
        assumeTrue(ForkJoinPool.getCommonPoolParallelism() > 0, "the common pool has no workers");
    }

    @Test
    void noWorkerRunsAStep() throws Exception {
        assertThat(inStep(
                        () -> ForkJoinTask.inForkJoinPool() || Thread.currentThread() instanceof ForkJoinWorkerThread))
                .isEqualTo(false);
    }

    @Test
    void aForkedTaskIsRunThoughNothingJoinsIt() throws Exception {
        assertThat(inStep(() -> {
                    CountDownLatch ran = new CountDownLatch(1);
                    new RecursiveAction() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected void compute() {
                            ran.countDown();
                        }
                    }.fork();
                    return ran.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                }))
                .isEqualTo(true);
    }

    /** Each of the two elements waits for the other. */
    @Test
    void aParallelStreamHasWorkersOfTheCommonPool() throws Exception {
        Queue<Object> pools = new ConcurrentLinkedQueue<>();
        assertThat(inStep(() -> {
                    CountDownLatch both = new CountDownLatch(2);
                    return IntStream.rangeClosed(1, 2)
                            .parallel()
                            .peek(element -> {
                                both.countDown();
                                awaitPatiently(both);
                                pools.add(String.valueOf(ForkJoinTask.getPool()));
                            })
                            .sum();
                }))
                .isEqualTo(3);
        assertThat(pools).hasSize(2).contains("null").anyMatch(pool -> !pool.equals("null"));
    }

    @Test
    void waitsAreReleased() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<String> future = new CompletableFuture<>();
        assertThat(inStep(() -> {
                    new Thread(() -> {
                                release.countDown();
                                future.complete("released");
                            })
                            .start();
                    ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
                        @Override
                        public boolean block() throws InterruptedException {
                            return release.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                        }

                        @Override
                        public boolean isReleasable() {
                            return release.getCount() == 0;
                        }
                    });
                    return future.get();
                }))
                .isEqualTo("released");
    }

    private static void awaitPatiently(CountDownLatch latch) {
        try {
            latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the code returns in a process's only step, on a scheduler that has run a task before. */
    private Object inStep(Callable<?> code) throws Exception {
        ProcessType type = Scripted.type("forking", (self, events, out) -> out.done(code.call()));
        GmpScheduler scheduler = scheduler();
        scheduler.submit(() -> {}).get();
        try (World world = new World(scheduler, World.quiet(scheduler, type))) {
            return world.result(world.start("forking"));
        }
    }

    private GmpScheduler scheduler() {
        try {
            return World.scheduler(2).goroutines(mode).build();
        } catch (VirtualGoroutinesUnavailableException e) {
            assumeTrue(false, e.getMessage());
            throw e;
        }
    }
}
