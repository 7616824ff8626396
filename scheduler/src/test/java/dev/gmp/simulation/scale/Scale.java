package dev.gmp.simulation.scale;

import dev.gmp.simulation.MeasuredLoad;
import dev.gmp.simulation.Simulation;
import dev.gmp.simulation.WovenClasses;
import java.util.ArrayList;
import java.util.List;

/** Runs a load on a number of processors, and counts. */
final class Scale {

    static final List<String> LOADS = List.of("forkTree", "submitFromOutside", "trickle", "hogs");

    /**
     * For each task.
     *
     * @param reads volatile, acquiring and opaque reads
     * @param writes volatile and releasing writes, and atomic updates
     * @param updates atomic updates, those that failed among them
     * @param failed compare-and-sets that found another value
     * @param search reads of a machine from its last task to its park; negative where that was not counted
     */
    record Figures(String load, int procs, double reads, double writes, double updates, double failed, long search) {}

    private static final long SEED = 1;

    private final WovenClasses classes = new WovenClasses();

    Figures run(String name, int procs) {
        MeasuredLoad load = classes.newLoad(name, procs);
        Simulation.runInParallel(SEED, load);
        double tasks = load.tasks();
        return new Figures(
                name,
                procs,
                load.accesses().reads() / tasks,
                load.accesses().writes() / tasks,
                load.accesses().updates() / tasks,
                load.accesses().failedUpdates() / tasks,
                load.readsOfSearch());
    }

    /** All loads on 1, 2, 4 and so on processors. */
    List<Figures> runAll(int most) {
        List<Figures> all = new ArrayList<>();
        for (String load : LOADS) {
            for (int procs = 1; procs <= most; procs *= 2) {
                all.add(run(load, procs));
            }
        }
        return all;
    }
}
