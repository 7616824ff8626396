package dev.gmp.process.internal.controlblock;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** The fields that few processes need, so that the others have no room for them. */
public final class Extras {

    private static final BiConsumer<String, Held> GIVE_BACK = (key, held) -> {
        try {
            held.giveBack();
        } catch (OutOfMemoryError full) {
            // a map that counts what it has removed already may want memory; the others must be given back as well
        }
    };

    private final Yields yields = new Yields();

    /** Guarded by this. */
    private final Map<String, Held> names = new HashMap<>();

    private final Map<String, Held> groups = new HashMap<>();
    private boolean ended;

    /** A name, or a place in a group. Made when it is taken, for the end may come without memory. */
    @FunctionalInterface
    public interface Held {
        void giveBack();
    }

    public Yields yields() {
        return yields;
    }

    /** Does something to the names and groups, unless the process has ended. */
    public synchronized boolean change(Change change) {
        return !ended && change.apply(names, groups);
    }

    /** Gives all back; from now on nothing is added. Takes no memory. */
    public synchronized void end() {
        ended = true;
        names.forEach(GIVE_BACK);
        groups.forEach(GIVE_BACK);
        names.clear();
        groups.clear();
    }

    /** A change of both, made under the lock. */
    @FunctionalInterface
    public interface Change {
        boolean apply(Map<String, Held> names, Map<String, Held> groups);
    }
}
