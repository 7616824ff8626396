package dev.gmp.internal.thread;

import dev.gmp.internal.jdk.ThreadLocals;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import org.jspecify.annotations.Nullable;

/**
 * A worker of a {@link ForkJoinPool} that always has a task queued. SynchronousQueue, LinkedTransferQueue and Exchanger
 * ask for that ({@code ForkJoinWorkerThread.hasKnownQueuedWork}). On a carrier with queued work they park a virtual
 * thread at once. On any other they spin first, although the partner may wait for this very carrier.
 *
 * <p>For virtual threads only. Code that runs on the thread itself would take it for a worker: what it forks there, no
 * thread would ever run.
 */
final class ForkJoinThread extends ForkJoinWorkerThread implements OwnedThread {

    /** Ends {@link #run} where the JDK would wait for tasks. */
    private static final End END = new End();

    /** From 24 on. */
    private static final boolean JDK_ASKS_FOR_QUEUED_WORK = Arrays.stream(
                    ForkJoinWorkerThread.class.getDeclaredMethods())
            .anyMatch(method -> method.getName().equals("hasKnownQueuedWork"));

    private final Runnable owner;
    private boolean hasBegun;

    private ForkJoinThread(Runnable owner, String name) {
        super(poolWithoutThreads());
        setName(name);
        this.owner = owner;
    }

    /** Each has its own: from a shared one, code on one of them could take what stands in the queues of others. */
    private static ForkJoinPool poolWithoutThreads() {
        return new ForkJoinPool(1, pool -> null, null, false);
    }

    /** Whether it is of use, and one can be made that inherits no thread-locals from the thread that makes it. */
    static boolean isAvailable() {
        if (!ThreadLocals.canDisinherit() || !JDK_ASKS_FOR_QUEUED_WORK) {
            return false;
        }
        create(() -> {}, "gmp"); // loads what the first one takes: later there may be little stack
        return true;
    }

    static ForkJoinThread create(Runnable owner, String name) {
        Object inheritable = ThreadLocals.takeInheritable();
        try {
            return new ForkJoinThread(owner, name);
        } finally {
            ThreadLocals.putInheritable(inheritable);
        }
    }

    @Override
    public Runnable owner() {
        return owner;
    }

    @Override
    public void run() {
        try {
            super.run();
        } catch (End end) {
            return;
        } catch (Throwable failure) {
            if (hasBegun) {
                throw failure;
            }
            // It could not become a worker, for want of memory: it does its work all the same.
        }
        if (!hasBegun) {
            owner.run();
        }
    }

    /** Called by {@link #run} once the pool knows its queue. */
    @Override
    protected void onStart() {
        super.onStart();
        Queued.enter();
        hasBegun = true;
        owner.run();
        throw END;
    }

    /** Gives what was forked on the calling one to the common pool. By type, for code here may have taken the queued one, too. */
    static void passOnForked() {
        if (ForkJoinTask.getQueuedTaskCount() == 1 && Queued.isLatest()) {
            return;
        }
        for (ForkJoinTask<?> each = Queued.pollLatest(); each != null; each = Queued.pollLatest()) {
            if (!(each instanceof Queued)) {
                tryPassOn(each);
            }
        }
        Queued.enter();
    }

    private static void tryPassOn(ForkJoinTask<?> forked) {
        try {
            ForkJoinPool.commonPool().execute(forked);
        } catch (Throwable fromItsThreadFactory) {
            // It is queued there by then, and must not be queued twice.
        }
    }

    /** Stands in the queue, before all others, and is never run. */
    private static final class Queued extends RecursiveAction {

        private static final long serialVersionUID = 1;

        static void enter() {
            try {
                new Queued().fork();
            } catch (Throwable noMemory) {
                // The virtual threads here spin before they park.
            }
        }

        static boolean isLatest() {
            return peekNextLocalTask() instanceof Queued;
        }

        static @Nullable ForkJoinTask<?> pollLatest() {
            return pollNextLocalTask();
        }

        @Override
        protected void compute() {}
    }

    private static final class End extends RuntimeException {

        private static final long serialVersionUID = 1;

        End() {
            super(null, null, false, false);
        }
    }
}
