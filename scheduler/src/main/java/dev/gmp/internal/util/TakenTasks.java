package dev.gmp.internal.util;

import java.util.ArrayList;
import java.util.List;

/**
 * Tasks that are taken out of where they wait, to be returned. Room for a task is made before it is taken: where memory ends
 * then, it still waits, and those that were taken before are here.
 */
public final class TakenTasks {

    /** With a capacity of its own: a list without one makes room for its first ten when one is added. */
    private final ArrayList<Runnable> tasks = new ArrayList<>(0);

    /** @param more how many can be added then without memory */
    public void makeRoom(int more) {
        tasks.ensureCapacity(tasks.size() + more);
    }

    public void add(Runnable task) {
        tasks.add(task);
    }

    /** The tasks themselves, no copy. */
    public List<Runnable> list() {
        return tasks;
    }
}
