package dev.gmp.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Runs several things at once on threads of their own, and fails with what any of them threw. */
public final class Together {

    private static final long PATIENCE_SECONDS = 120;

    private Together() {}

    /** What a thread does. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** Starts all at the same moment and waits until all have ended. */
    public static void run(Work... works) throws Exception {
        run(List.of(works));
    }

    /** Starts all at the same moment and waits until all have ended. */
    public static void run(List<Work> works) throws Exception {
        CyclicBarrier start = new CyclicBarrier(works.size());
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (Work work : works) {
            tasks.add(start(() -> {
                start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                work.run();
            }));
        }
        for (FutureTask<Void> task : tasks) {
            join(task);
        }
    }

    /** Repeats what the others do until {@code main} has ended. */
    public static void untilFirstEnds(Work main, Work... others) throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        List<Work> works = new ArrayList<>();
        works.add(() -> {
            try {
                main.run();
            } finally {
                ended.set(true);
            }
        });
        for (Work other : others) {
            works.add(() -> {
                while (!ended.get()) {
                    other.run();
                }
            });
        }
        run(works);
    }

    /** Starts a thread for the work, whose outcome the task holds. */
    public static FutureTask<Void> start(Work work) {
        FutureTask<Void> task = new FutureTask<>(() -> {
            work.run();
            return null;
        });
        Thread thread = new Thread(task, "together");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Waits for the end of a started task and throws what it threw. */
    public static void join(FutureTask<?> task) throws Exception {
        try {
            task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    /** Busies the current CPU for a moment that differs from call to call, so that interleavings do. */
    public static void jitter(int random) {
        int spins = (random >>> 8) % 200;
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
        if ((random & 0xff) == 0) {
            LockSupport.parkNanos(1_000);
        }
    }
}
