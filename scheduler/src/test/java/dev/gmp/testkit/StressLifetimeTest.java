package dev.gmp.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.testkit.StressPlan.Ending;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The exactly-once checker itself: content with a sound executor, and not with ones that are broken on purpose. */
class StressLifetimeTest {

    private static final int OPERATIONS = 5_000;
    private static final int ONE_IN = 200;
    private static final int LIFETIMES = 50;

    @Test
    void aSoundExecutorHasNoFaults() throws Exception {
        for (int seed = 0; seed < 10; seed++) {
            StressPlan plan = StressPlan.of(seed, OPERATIONS);
            assertThat(new StressLifetime(new Pool(), plan).run())
                    .as("%s", plan)
                    .isEmpty();
        }
    }

    @Test
    void oneThatRunsATaskTwiceIsCaught() throws Exception {
        assertThat(live(() -> new Pool() {
                    @Override
                    public void execute(Runnable task) {
                        super.execute(task);
                        if (isOdd() && !(task instanceof FutureTask)) {
                            super.execute(task);
                        }
                    }
                }))
                .anyMatch(fault -> fault.contains("ran 2 times"));
    }

    @Test
    void oneThatDropsATaskIsCaught() throws Exception {
        assertThat(live(() -> new Pool() {
                    @Override
                    public void execute(Runnable task) {
                        if (!isOdd()) {
                            super.execute(task);
                        }
                    }
                }))
                .anyMatch(fault -> fault.contains("was lost"));
    }

    @Test
    void oneThatRunsWhatItRefusedIsCaught() throws Exception {
        assertThat(live(() -> new Pool() {
                    @Override
                    public void execute(Runnable task) {
                        super.execute(task);
                        if (isOdd()) {
                            throw new RejectedExecutionException("no room");
                        }
                    }
                }))
                .anyMatch(fault -> fault.contains("was refused and ran"));
    }

    @Test
    void oneThatAcceptsAfterItsShutdownIsCaught() throws Exception {
        Supplier<Pool> late = () -> new Pool() {
            @Override
            public void execute(Runnable task) {
                if (!isShutdown()) {
                    super.execute(task);
                }
            }
        };

        assertThat(live(late, Ending.SHUTDOWN)).anyMatch(fault -> fault.contains("was lost"));
    }

    @Test
    void oneThatForgetsToReturnATaskIsCaught() throws Exception {
        Supplier<Pool> forgetful = () -> new BackedUpPool() {
            @Override
            public List<Runnable> shutdownNow() {
                List<Runnable> all = super.shutdownNow();
                return all.subList(Math.min(1, all.size()), all.size());
            }
        };

        assertThat(live(forgetful, Ending.SHUTDOWN_NOW)).anyMatch(fault -> fault.contains("was lost"));
    }

    @Test
    void oneThatReturnsATaskAndRunsItIsCaught() throws Exception {
        Supplier<Pool> both = () -> new BackedUpPool() {
            @Override
            public List<Runnable> shutdownNow() {
                List<Runnable> all = super.shutdownNow();
                all.forEach(task -> new Thread(task).start());
                return all;
            }
        };

        assertThat(live(both, Ending.SHUTDOWN_NOW)).anyMatch(fault -> fault.contains("ran and was given back"));
    }

    @Test
    void oneThatLeaksInterruptsIsCaught() throws Exception {
        assertThat(live(() -> new Pool() {
                    @Override
                    protected void beforeExecute(Thread thread, Runnable task) {
                        if (isOdd()) {
                            thread.interrupt();
                        }
                    }
                }))
                .anyMatch(fault -> fault.contains("interrupted for no reason"));
    }

    private static List<String> live(Supplier<Pool> pools) throws Exception {
        return live(pools, Ending.AFTER_ALL);
    }

    /** What the first of many lifetimes with faults found: a race that is planted need not happen in each. */
    private static List<String> live(Supplier<Pool> pools, Ending ending) throws Exception {
        int endsAt = ending == Ending.AFTER_ALL ? Integer.MAX_VALUE : OPERATIONS / 2;
        for (int seed = 0; seed < LIFETIMES; seed++) {
            StressPlan plan = new StressPlan(seed, OPERATIONS, 3, ending, endsAt, false, false, true);
            List<String> faults = new StressLifetime(pools.get(), plan).run();
            if (!faults.isEmpty()) {
                return faults;
            }
        }
        return List.of();
    }

    /** A sound executor, to be broken. */
    private static class Pool extends ThreadPoolExecutor {

        private final AtomicInteger calls = new AtomicInteger();

        Pool() {
            super(2, 2, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        }

        boolean isOdd() {
            return calls.incrementAndGet() % ONE_IN == 0;
        }
    }
    /** Runs nothing until it is stopped, so that there is something to give back. */
    private static class BackedUpPool extends Pool {

        private final CompletableFuture<Void> stopped = new CompletableFuture<>();

        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
            stopped.join(); // an interrupt does not end the wait
        }

        @Override
        public List<Runnable> shutdownNow() {
            List<Runnable> unrun = super.shutdownNow();
            stopped.complete(null);
            return unrun;
        }
    }
}
