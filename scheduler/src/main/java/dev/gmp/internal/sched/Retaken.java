package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.runq.LocalRunQueue;
import java.util.ArrayList;

/**
 * The machines that have lost their processor and not noticed yet, with the queues that were left to them (RETAKE-1, in
 * {@link Machine}). Used by sysmon alone, except for the count.
 */
final class Retaken {

    record Entry(Machine machine, LocalRunQueue<Goroutine> queue, boolean overtime) {

        boolean isNoticed() {
            return machine.queue() != queue;
        }
    }

    private final HandOff handOff;
    private final ArrayList<Entry> entries = new ArrayList<>();
    private volatile int overtime;

    Retaken(HandOff handOff) {
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
        overtime += prepared.overtime() ? 1 : 0;
    }

    /** Forgets those that have noticed, and empties the queues of the others. */
    void review() {
        if (entries.isEmpty()) {
            return;
        }
        boolean changed = entries.removeIf(Entry::isNoticed);
        for (Entry entry : entries) {
            if (!entry.queue().isEmpty()) {
                handOff.moveToGlobal(entry.queue(), entry.machine().getId());
            }
        }
        if (changed) {
            count();
        }
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Machines that compute without a processor. Any thread. */
    int overtime() {
        return overtime;
    }

    private void count() {
        int computing = 0;
        for (Entry entry : entries) {
            computing += entry.overtime() ? 1 : 0;
        }
        overtime = computing;
    }
}
