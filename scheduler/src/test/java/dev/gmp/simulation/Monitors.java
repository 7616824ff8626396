package dev.gmp.simulation;

import java.util.IdentityHashMap;
import java.util.Map;

/** What {@code synchronized} is in a simulation: which thread holds which object, and how often. */
final class Monitors {

    private static final class Monitor {
        Strand owner;
        int count;
    }

    private final Map<Object, Monitor> all = new IdentityHashMap<>();

    /** @return false when another one holds it */
    boolean tryEnter(Object object, Strand strand) {
        Monitor monitor = all.computeIfAbsent(object, any -> new Monitor());
        if (monitor.owner != null && monitor.owner != strand) {
            return false;
        }
        monitor.owner = strand;
        monitor.count++;
        return true;
    }

    /** @return whether it is free now */
    boolean exit(Object object) {
        Monitor monitor = all.get(object);
        if (--monitor.count > 0) {
            return false;
        }
        monitor.owner = null;
        return true;
    }
}
