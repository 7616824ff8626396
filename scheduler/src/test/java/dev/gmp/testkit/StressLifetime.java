package dev.gmp.testkit;

import dev.gmp.Goroutines;
import dev.gmp.testkit.StressPlan.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One life of an executor: submissions from outside and from inside, nested, throwing, cancelled, interrupted, with a
 * shutdown somewhere. At its end it says what went wrong: a task that ran twice or not at all, one that ran though it was
 * refused, an interrupt that reached the wrong task, an executor that does not terminate.
 */
public final class StressLifetime {

    private static final int DEEPEST = 20;
    private static final int TRIES_AFTER_THE_END = 200;
    private static final long PATIENCE_SECONDS = 100;

    private final ExecutorService executor;
    private final StressPlan plan;
    private final Tally tally;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicInteger leakedInterrupts = new AtomicInteger();
    private final AtomicInteger uncaught = new AtomicInteger();
    private final Map<Runnable, Integer> submitted = new ConcurrentHashMap<>();
    private volatile boolean stopping;
    private volatile List<Runnable> returned = List.of();

    public StressLifetime(ExecutorService executor, StressPlan plan) {
        this.executor = executor;
        this.plan = plan;
        this.tally = new Tally(plan.operations());
    }

    /** Lives it. @return what went wrong; empty when nothing did */
    public List<String> run() throws Exception {
        List<Together.Work> works = new ArrayList<>();
        for (int i = 0; i < plan.submitters(); i++) {
            SplittableRandom random = new SplittableRandom(plan.seed() + i);
            works.add(() -> submitFromOutside(random));
        }
        Together.run(works);
        if (plan.ending() == Ending.AFTER_ALL) {
            executor.shutdown();
        } else {
            endOnce(); // if no submission has met the moment
        }
        List<String> faults = new ArrayList<>();
        if (!executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            faults.add("not terminated: " + executor);
            return faults;
        }
        for (Runnable unrun : returned) {
            Integer number = numberOf(unrun);
            if (number == null) {
                faults.add("gave back a task that was not submitted: " + unrun);
            } else {
                tally.givenBack(number);
            }
        }
        faults.addAll(tally.faults());
        if (leakedInterrupts.get() > 0) {
            faults.add(leakedInterrupts + " tasks were interrupted for no reason");
        }
        return faults;
    }

    /** Tasks that the executor accepted. After {@link #run}. */
    public int accepted() {
        return tally.acceptances();
    }

    /** Tasks of {@code execute} that threw. After {@link #run}. */
    public int uncaught() {
        return uncaught.get();
    }

    private void submitFromOutside(SplittableRandom random) {
        int triesAfterTheEnd = TRIES_AFTER_THE_END;
        while (trySubmit(random, 0) && triesAfterTheEnd > 0) {
            if (ended.get()) {
                triesAfterTheEnd--;
            }
            if (random.nextInt(64) == 0) {
                Together.jitter(random.nextInt());
            }
        }
    }

    /** @return false when all submissions have been made */
    private boolean trySubmit(SplittableRandom random, int depth) {
        int number = next.getAndIncrement();
        if (number >= plan.operations()) {
            return false;
        }
        if (number == plan.endsAt() && !plan.endsInside()) {
            endOnce();
        }
        Task task = new Task(number, random.nextLong(), depth);
        try {
            submit(task, random);
            tally.accepted(number);
        } catch (RejectedExecutionException e) {
            tally.refused(number);
        } catch (Expected fromTheTaskItself) {
            tally.accepted(number);
        }
        return true;
    }

    private void submit(Task task, SplittableRandom random) {
        int kind = random.nextInt(100);
        if (kind < 90) {
            executor.execute(plan.futuresOnly() ? new NumberedFuture(task) : task);
        } else if (kind < 94 || plan.futuresOnly()) {
            NumberedFuture future = new NumberedFuture(task);
            executor.execute(future);
            cancel(future, random);
        } else {
            Future<?> future = executor.submit(task);
            submitted.put((Runnable) future, task.number);
            if (kind > 97) {
                tally.maybeCancelled(task.number);
                cancel(future, random);
            }
        }
    }

    private static void cancel(Future<?> future, SplittableRandom random) {
        Together.jitter(random.nextInt());
        future.cancel(random.nextBoolean());
    }

    private void endOnce() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        if (plan.ending() == Ending.SHUTDOWN_NOW) {
            stopping = true;
            returned = executor.shutdownNow();
        } else {
            executor.shutdown();
        }
    }

    private @Nullable Integer numberOf(Runnable unrun) {
        if (unrun instanceof Task task) {
            return task.number;
        }
        return unrun instanceof NumberedFuture future ? (Integer) future.number : submitted.get(unrun);
    }

    /** What tasks throw. */
    private static final class Expected extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Expected() {
            super("expected", null, false, false);
        }
    }

    /** A future that knows the number of its task, and reports its cancellation whatever cancels it. */
    private final class NumberedFuture extends FutureTask<Void> {

        private final int number;

        NumberedFuture(Task task) {
            super(task, null);
            number = task.number;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            tally.maybeCancelled(number);
            return super.cancel(mayInterruptIfRunning);
        }
    }

    private final class Task implements Runnable {

        private final int number;
        private final long seed;
        private final int depth;

        Task(int number, long seed, int depth) {
            this.number = number;
            this.seed = seed;
            this.depth = depth;
        }

        @Override
        public void run() {
            tally.ran(number);
            if (plan.runsOnItsOwn() && Thread.interrupted() && !stopping && !tally.mayBeCancelled(number)) {
                leakedInterrupts.incrementAndGet();
            }
            if (number >= plan.endsAt() && plan.endsInside()) {
                endOnce();
            }
            SplittableRandom random = new SplittableRandom(seed);
            int action = random.nextInt(100);
            if (action < 30 && depth < DEEPEST) {
                for (int children = random.nextInt(1, 4); children > 0; children--) {
                    trySubmit(random, depth + 1);
                }
            } else if (action < 33) {
                Thread.currentThread().interrupt();
            } else if (action < 36) {
                Goroutines.yield();
            } else if (action < 38) {
                LockSupport.parkNanos(random.nextInt(1, 20_000));
            } else if (action < 41) {
                Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> uncaught.incrementAndGet());
                throw new Expected();
            } else {
                Together.jitter(random.nextInt() | 1);
            }
        }
    }
}
