package dev.gmp.process.cluster.internal.node;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/*
 * FOUND-1: of nodes that were cut off, at most one founds the cluster anew, and only if most of the former members are there
 * without a cluster.
 *
 * A node that was cut off asks all nodes that it knew. What it hears goes in here: SEEK of another node that looks, and the
 * answers. It founds if it has heard of no member, the looking nodes are more than half of all that they knew, and it is the
 * founder. That is the first seed node if it has been started anew: Pekko lets it found alone. Else it is the first of those
 * that were cut off, because other new nodes never found. By DNS it is the first of all. Of two nodes that hear of each
 * other, only the first founds: the second one either has heard of the first when it decides, or answers the first that
 * there is a cluster. A node that stood still meanwhile decides
 * nothing: others may have founded one since they answered. What is left: two nodes that cannot reach each other for the
 * seconds of a decision, and a third one that each of them reaches.
 */

/** What a node that was cut off knows of the others that look for a cluster. Addresses are {@code host:port}. */
final class Founding {

    private final String self;
    private final Set<String> known;
    private final @Nullable String firstSeed;
    private final Map<String, Set<String>> looking = new HashMap<>();
    private boolean memberHeard;
    private boolean over;

    /**
     * @param known the members of the life before, empty in the first life
     * @param firstSeed the first of the seed nodes; null where the DNS tells them
     */
    Founding(String self, Set<String> known, @Nullable String firstSeed) {
        this.self = self;
        this.firstSeed = firstSeed;
        this.known = Set.copyOf(known);
    }

    Set<String> known() {
        return known;
    }

    /** Another node looks for a cluster. */
    synchronized void looks(String address, Set<String> knownThere) {
        looking.put(address, knownThere);
    }

    /** Another node is in a cluster. */
    synchronized void isMember() {
        memberHeard = true;
    }

    /** This node founds or joins a cluster, or has: it looks no longer. */
    synchronized void end() {
        over = true;
    }

    synchronized boolean isOver() {
        return over;
    }

    /**
     * Decides by what was heard since the last call. True once.
     *
     * @param isFresh whether the answers are of the last seconds
     */
    synchronized boolean decide(boolean isFresh) {
        Set<String> all = new HashSet<>(known);
        looking.values().forEach(all::addAll);
        Set<String> here = new TreeSet<>(looking.keySet());
        here.add(self);
        all.addAll(here);
        boolean founds = isFresh
                && !over
                && !memberHeard
                && 2 * here.size() > all.size()
                && founder(here).equals(self);
        looking.clear();
        memberHeard = false;
        over |= founds;
        return founds;
    }

    private String founder(Set<String> here) {
        if (firstSeed == null) {
            return Collections.min(here);
        }
        return isNew(firstSeed)
                ? firstSeed
                : Collections.min(here.stream().filter(node -> !isNew(node)).toList());
    }

    /** Another node that looks, and knew no members. */
    private boolean isNew(String node) {
        Set<String> knownThere = looking.get(node);
        return knownThere != null && knownThere.isEmpty();
    }
}
