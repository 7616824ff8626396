package dev.gmp.testkit;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** What code does with the JDK's fork/join framework on the calling thread, and what comes of it. */
public final class ForkJoinUse {

    private static final int PATIENCE_SECONDS = 50;

    private ForkJoinUse() {}

    /** Whether the common pool runs anything by itself. */
    public static boolean isPossible() {
        return ForkJoinPool.getCommonPoolParallelism() > 0;
    }

    /** Whether code can tell that the caller is a worker, of whatever pool. */
    public static boolean isOnAWorker() {
        return ForkJoinTask.inForkJoinPool()
                || ForkJoinTask.getPool() != null
                || Thread.currentThread() instanceof ForkJoinWorkerThread;
    }

    /** Forks a task and waits for it without joining it. @return whether it has run on another thread */
    public static boolean forkedTaskIsRun() throws InterruptedException {
        Thread caller = Thread.currentThread();
        CountDownLatch ranElsewhere = new CountDownLatch(1);
        new RecursiveAction() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void compute() {
                if (Thread.currentThread() != caller) {
                    ranElsewhere.countDown();
                }
            }
        }.fork();
        return ranElsewhere.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * A stream of two elements, each of which waits for the other.
     *
     * @return for each element whether it was seen by the caller; that of a thread of another pool is missing
     */
    public static List<Boolean> parallelStreamRunsOnCaller() {
        Thread caller = Thread.currentThread();
        CountDownLatch both = new CountDownLatch(2);
        Queue<Boolean> seenByCaller = new ConcurrentLinkedQueue<>();
        int sum = IntStream.rangeClosed(1, 2)
                .parallel()
                .peek(element -> {
                    both.countDown();
                    if (awaitElsewhere(both) && (Thread.currentThread() == caller || isOnACommonWorker())) {
                        seenByCaller.add(Thread.currentThread() == caller);
                    }
                })
                .sum();
        return sum == 3 ? List.copyOf(seenByCaller) : List.of();
    }

    /** Blocks as the framework wants it told, until another thread ends that. */
    public static boolean managedBlockIsReleased() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        Thread releaser = new Thread(() -> {
            awaitWaiting(caller);
            release.countDown();
        });
        releaser.start();
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
        releaser.join();
        return release.getCount() == 0;
    }

    /**
     * Waits for futures while tasks of the caller's stand in the common pool's queues, and all its workers are busy.
     *
     * @return how many of those tasks have run on the calling thread
     */
    public static int tasksRunInWaits() throws Exception {
        List<Consumer<CompletableFuture<?>>> waits =
                List.of(CompletableFuture::join, ForkJoinUse::get, ForkJoinUse::getInTime);
        int inWaits = 0;
        for (Consumer<CompletableFuture<?>> wait : waits) {
            inWaits += tasksRunIn(wait);
        }
        return inWaits;
    }

    private static int tasksRunIn(Consumer<CompletableFuture<?>> wait) throws Exception {
        Thread caller = Thread.currentThread();
        AtomicInteger ranHere = new AtomicInteger();
        CountDownLatch workersAreFree = new CountDownLatch(1);
        try {
            occupyWorkers(workersAreFree);
            CompletableFuture<?> other = CompletableFuture.runAsync(
                    () -> ranHere.addAndGet(Thread.currentThread() == caller ? 1 : 0), ForkJoinPool.commonPool());
            CompletableFuture<Void> awaited = new CompletableFuture<>();
            new Thread(() -> {
                        awaitWaiting(caller);
                        awaited.complete(null);
                    })
                    .start();
            wait.accept(awaited);
            workersAreFree.countDown();
            other.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } finally {
            workersAreFree.countDown();
        }
        return ranHere.get();
    }

    private static void occupyWorkers(CountDownLatch workersAreFree) throws InterruptedException {
        int workers = ForkJoinPool.getCommonPoolParallelism();
        CountDownLatch busy = new CountDownLatch(workers);
        for (int i = 0; i < workers; i++) {
            ForkJoinPool.commonPool().execute(() -> {
                busy.countDown();
                awaitElsewhere(workersAreFree);
            });
        }
        if (!busy.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the workers of the common pool are not to be had");
        }
    }

    private static void get(CompletableFuture<?> future) {
        try {
            future.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void getInTime(CompletableFuture<?> future) {
        try {
            future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static boolean awaitElsewhere(CountDownLatch latch) {
        try {
            return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Until that thread waits for something, or for as long as that would be the test's time. */
    private static void awaitWaiting(Thread thread) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING
                && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static boolean isOnACommonWorker() {
        return ForkJoinTask.getPool() == ForkJoinPool.commonPool();
    }
}
