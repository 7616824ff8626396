package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.HandOff;
import java.util.ArrayList;
import java.util.List;

/**
 * The machines that have lost their processor and not noticed yet, with the queues that were left to them (RETAKE-1, in
 * {@link Machine}). Used by sysmon alone, except for the count.
 */
public final class LostMachines {

    static final class Entry {

        private static final long UNKNOWN = -1;

        private final Machine machine;
        private final LocalRunQueue<Goroutine> queue;
        private boolean overtime;

        /** Of its thread, by then: when it was first seen to wait for nothing, or at the last check of one that computes. */
        private long cpuBefore = UNKNOWN;

        /** @param overtime whether it computes, and does not block */
        Entry(Machine machine, LocalRunQueue<Goroutine> queue, boolean overtime) {
            this.machine = machine;
            this.queue = queue;
            this.overtime = overtime;
        }

        Machine machine() {
            return machine;
        }

        LocalRunQueue<Goroutine> queue() {
            return queue;
        }

        boolean isOvertime() {
            return overtime;
        }

        boolean knowsCpu() {
            return cpuBefore != UNKNOWN;
        }

        /** @param cpuNanos of its thread, by now; negative if that is unknown */
        void rememberCpu(long cpuNanos) {
            cpuBefore = cpuNanos;
        }

        void forgetCpu() {
            cpuBefore = UNKNOWN;
        }

        /** How much more that is than what is remembered; negative if it is less, or either is unknown. */
        long cpuUsed(long cpuNanos) {
            return cpuBefore == UNKNOWN || cpuNanos < 0 ? UNKNOWN : cpuNanos - cpuBefore;
        }

        private boolean isNoticed() {
            return machine.queue() != queue;
        }
    }

    private final HandOff handOff;

    /** Made with a size: in a list with the default one, {@code ensureCapacity} leaves the first allocation to {@code add}. */
    private final ArrayList<Entry> entries = new ArrayList<>(0);

    private volatile int overtime;

    public LostMachines(HandOff handOff) {
        this.handOff = handOff;
    }

    /** Everything about {@link #add} that takes memory: to be called before the processor is taken. */
    Entry prepare(Machine machine, LocalRunQueue<Goroutine> queue, boolean computing) {
        entries.ensureCapacity(entries.size() + 1);
        return new Entry(machine, queue, computing);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void add(Entry prepared) {
        entries.add(prepared);
        overtime += prepared.isOvertime() ? 1 : 0;
    }

    /** Forgets those that have noticed, and empties the queues of the others. */
    void review() {
        if (entries.isEmpty()) {
            return;
        }
        boolean changed = entries.removeIf(Entry::isNoticed);
        for (Entry entry : entries) {
            if (!entry.queue().isEmpty()) {
                handOff.moveToGlobal(entry.queue(), entry.machine().number());
            }
        }
        if (changed) {
            count();
        }
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Not to be changed. */
    List<Entry> entries() {
        return entries;
    }

    /** Sets whether the machine computes in overtime or blocks. */
    void setOvertime(Entry entry, boolean value) {
        entry.overtime = value;
        entry.forgetCpu();
        entry.machine().sightings().sawBlock(!value);
        count();
    }

    /** Machines that compute without a processor. Any thread. */
    int overtime() {
        return overtime;
    }

    private void count() {
        int computing = 0;
        for (Entry entry : entries) {
            computing += entry.isOvertime() ? 1 : 0;
        }
        overtime = computing;
    }
}
