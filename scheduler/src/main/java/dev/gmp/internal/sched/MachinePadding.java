package dev.gmp.internal.sched;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.util.ServiceThreads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Threads that do nothing but keep those of machines apart.
 *
 * <p>HotSpot gives every platform thread four cells of 8 bytes outside the heap, in the order in which threads are started
 * (JDK: {@code JavaThread::set_threadOopHandles}). Each time that a virtual thread gets on or off its carrier, it is written
 * there which thread that is. Of two machines that were started one after the other the cells may share a cache line, which
 * then goes back and forth between two CPUs. A thread between them takes the cells in between.
 *
 * <p>There are no more of them than processors: a machine beyond that blocks or computes, and seldom writes there.
 */
public final class MachinePadding {

    /** The JVM takes more where it needs more. */
    private static final int STACK_BYTES = 64 * 1024;

    private final Processors processors;
    private final boolean isOfUse;
    private final AtomicInteger standing = new AtomicInteger();

    /** @param kind what most goroutines are: a direct one is no thread, and nothing is written for it */
    public MachinePadding(Processors processors, GoroutineMode kind) {
        this.processors = processors;
        this.isOfUse = kind == GoroutineMode.VIRTUAL;
    }

    /**
     * Starts a machine, and before it a thread that ends with it, so that this stands between the machine and whichever was
     * started last. Without it where it would be of no use, and where no thread can be had.
     */
    void start(Machine machine) {
        Padding before = tryAdd(machine);
        try {
            machine.thread().start();
        } finally {
            if (before != null) {
                before.machineTried.countDown();
            }
        }
    }

    private @Nullable Padding tryAdd(Machine machine) {
        if (!tryCountOneMore()) {
            return null;
        }
        try {
            Padding padding = ServiceThreads.detached(() -> new Padding(machine));
            padding.start();
            return padding;
        } catch (OutOfMemoryError | StackOverflowError e) {
            standing.decrementAndGet(); // the machine does without
            return null;
        }
    }

    private boolean tryCountOneMore() {
        int procs = processors.count();
        if (!isOfUse || procs == 1) {
            return false;
        }
        if (standing.incrementAndGet() > procs) {
            standing.decrementAndGet();
            return false;
        }
        return true;
    }

    /** One of them. */
    public final class Padding extends Thread {

        private final Machine machine;

        /** The start of the machine is over, well or not: from now on it is alive until it ends. */
        private final CountDownLatch machineTried = new CountDownLatch(1);

        private Padding(Machine machine) {
            super(null, null, machine.name() + "-padding", STACK_BYTES, false);
            setDaemon(true);
            setContextClassLoader(MachinePadding.class.getClassLoader());
            this.machine = machine;
        }

        @Override
        public void run() {
            try {
                machineTried.await();
                machine.thread().join();
            } catch (InterruptedException e) {
                // What wants it gone may have that.
            } finally {
                standing.decrementAndGet();
            }
        }
    }
}
