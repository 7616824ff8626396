package dev.gmp.process;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What only some processes have, so that the others need no room for it. */
final class Extras {

    private final Yields yields = new Yields();

    /** Guarded by this. */
    private final Set<String> names = new HashSet<>();

    private final Set<String> groups = new HashSet<>();
    private boolean ended;

    Yields yields() {
        return yields;
    }

    /** Does something to the names and groups, unless the process has ended. */
    synchronized boolean change(Change change) {
        return !ended && change.apply(names, groups);
    }

    /** From now on nothing is added. */
    synchronized void end() {
        ended = true;
    }

    synchronized List<String> names() {
        return new ArrayList<>(names);
    }

    synchronized List<String> groups() {
        return new ArrayList<>(groups);
    }

    /** A change of both sets, made under the lock. */
    @FunctionalInterface
    interface Change {
        boolean apply(Set<String> names, Set<String> groups);
    }
}
