package dev.gmp.internal.gmp;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.runq.LifoRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.RingRunQueue;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.Occupancy;

/** All processors of one scheduler, with their run queues and timers (Go: {@code allp}). */
public final class Processors {

    private final SchedulerConfig config;
    private final int queueCapacity;

    /** Filled up to the most processors that there have been. Its elements are published by {@link #count}. */
    private final Processor[] processors = new Processor[SchedulerConfig.MAX_PROCS];

    /** Processors ever made. Written before {@link #count}, under the lock of resizing. */
    private volatile int made;

    private volatile int count;

    private final Occupancy withWork = new Occupancy(SchedulerConfig.MAX_PROCS);
    private final Occupancy withTimers = new Occupancy(SchedulerConfig.MAX_PROCS);

    /** @param queueCapacity the size of each local ring */
    Processors(SchedulerConfig config, int queueCapacity) {
        this.config = config;
        this.queueCapacity = queueCapacity;
        setCount(config.maxProcs());
    }

    /** Makes the processors that there have not been; they are dead. Under the lock of resizing. */
    void setCount(int number) {
        for (int id = made; id < number; id++) {
            processors[id] = new Processor(id, newLocalQueue(id), withTimers);
        }
        made = Math.max(made, number);
        count = number;
    }

    /** Go: gomaxprocs. */
    public int count() {
        return count;
    }

    /** Processors ever made; those from {@link #count} on are dead or about to be. */
    public int made() {
        return made;
    }

    /** Whether a machine still holds one from {@link #count} on. */
    public boolean anyLeavingIsHeld() {
        for (int id = count; id < made; id++) {
            if (processors[id].machine() != null) {
                return true;
            }
        }
        return false;
    }

    /** @param id below {@link #made} */
    public Processor get(int id) {
        return processors[id];
    }

    /** The processors whose queues may hold something. */
    public Occupancy withWork() {
        return withWork;
    }

    /** The processors that may have timers, dead ones among them. */
    public Occupancy withTimers() {
        return withTimers;
    }

    /** An empty queue for a processor. */
    public LocalRunQueue<Goroutine> newLocalQueue(int id) {
        return switch (config.discipline()) {
            case GO -> new RingRunQueue<>(queueCapacity, withWork, id);
            case LIFO -> new LifoRunQueue<>(queueCapacity, withWork, id);
        };
    }

    /** Lets later searches pass over processors without timers. For a thread that has found nothing to do. */
    public void unmarkWithoutTimers() {
        int end = made;
        for (int id = withTimers.next(0, end); id < end; id = withTimers.next(id + 1, end)) {
            processors[id].timers().unmarkIfEmpty();
        }
    }

    /** When the first timer of all processors is due, dead ones included, on the scheduler's clock. */
    public long earliestTimer() {
        long earliest = TimerHeap.NEVER;
        int end = made;
        for (int id = withTimers.next(0, end); id < end; id = withTimers.next(id + 1, end)) {
            earliest = Math.min(earliest, processors[id].timers().earliest());
        }
        return earliest;
    }

    /** Of each processor whose timers are all dead. */
    public void dropDeadTimers() {
        for (int id = 0; id < made; id++) {
            processors[id].timers().dropHusksAlone();
        }
    }

    public int pendingTimers() {
        int pending = 0;
        for (int id = 0; id < made; id++) {
            pending += processors[id].timers().pending();
        }
        return pending;
    }

    /** Goroutines that timers have become. */
    public long startedByTimers() {
        long started = 0;
        for (int id = 0; id < made; id++) {
            started += processors[id].timers().started();
        }
        return started;
    }
}
