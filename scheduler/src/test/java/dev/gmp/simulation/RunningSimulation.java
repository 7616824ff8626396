package dev.gmp.simulation;

import java.util.List;

/** What the subject of the simulation that runs, and those that check it, may see of it. */
public final class RunningSimulation {

    private RunningSimulation() {}

    /** The threads that live. */
    public static List<Thread> threads() {
        return Simulation.current().strands.stream()
                .map(strand -> strand.thread)
                .toList();
    }

    /** What the shipped code has accessed so far, by all threads. */
    public static Accesses accesses() {
        return Simulation.current().accesses.copy();
    }

    /** The same by one thread that lives. */
    public static Accesses accessesOf(Thread thread) {
        return Simulation.current().strandOf(thread).accesses.copy();
    }
}
