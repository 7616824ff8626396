package dev.gmp.checks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Executors that are broken on purpose, each in one way, around a sound one. */
final class FaultyExecutors {

    private static final int ONE_IN = 200;

    private FaultyExecutors() {}

    /** Runs one task in 200 twice. A future hides that: it runs once. */
    static ExecutorService duplicating(ExecutorService sound) {
        return new Around(sound) {
            @Override
            public void execute(Runnable task) {
                super.execute(task);
                if (isOdd()) {
                    super.execute(task);
                }
            }
        };
    }

    /** Accepts one task in 200 and forgets it. */
    static ExecutorService dropping(ExecutorService sound) {
        return new Around(sound) {
            @Override
            public void execute(Runnable task) {
                if (!isOdd()) {
                    super.execute(task);
                }
            }
        };
    }

    /** Queues one task in 200 and wakes no thread: it runs with the next that comes. */
    static ExecutorService sleepingIn(ExecutorService sound) {
        Queue<Runnable> queued = new ConcurrentLinkedQueue<>();
        return new Around(sound) {
            @Override
            public void execute(Runnable task) {
                if (isOdd()) {
                    queued.add(task);
                } else {
                    for (Runnable next = queued.poll(); next != null; next = queued.poll()) {
                        super.execute(next);
                    }
                    super.execute(task);
                }
            }
        };
    }

    /** Accepts tasks after its shutdown, and runs them. */
    static ExecutorService acceptingLate(ExecutorService sound) {
        return new Around(sound) {
            @Override
            public void execute(Runnable task) {
                try {
                    super.execute(task);
                } catch (RejectedExecutionException e) {
                    task.run();
                }
            }
        };
    }

    /** Its futures are cancelled without an interrupt, whatever is asked for. */
    static ExecutorService notInterrupting(ExecutorService sound) {
        return new Around(sound) {
            @Override
            protected <T> RunnableFuture<T> newTaskFor(Runnable task, T value) {
                return new FutureTask<>(task, value) {
                    @Override
                    public boolean cancel(boolean mayInterruptIfRunning) {
                        return super.cancel(false);
                    }
                };
            }
        };
    }

    /** Runs the newest first, always. */
    static ExecutorService starving(ExecutorService sound) {
        Deque<Runnable> stack = new ArrayDeque<>();
        AtomicBoolean taken = new AtomicBoolean();
        return new Around(sound) {
            @Override
            public void execute(Runnable task) {
                synchronized (stack) {
                    stack.push(task);
                }
                if (taken.compareAndSet(false, true)) {
                    super.execute(this::runAll);
                }
            }

            private void runAll() {
                while (!isShutdown()) {
                    Runnable newest;
                    synchronized (stack) {
                        newest = stack.poll();
                    }
                    if (newest != null) {
                        newest.run();
                    }
                }
            }
        };
    }

    /** Passes everything on. */
    private static class Around extends AbstractExecutorService {

        private final ExecutorService sound;
        private final AtomicInteger calls = new AtomicInteger();

        Around(ExecutorService sound) {
            this.sound = sound;
        }

        boolean isOdd() {
            return calls.incrementAndGet() % ONE_IN == 0;
        }

        @Override
        public void execute(Runnable task) {
            sound.execute(task);
        }

        @Override
        public void shutdown() {
            sound.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return sound.shutdownNow();
        }

        @Override
        public boolean isShutdown() {
            return sound.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return sound.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return sound.awaitTermination(timeout, unit);
        }
    }
}
