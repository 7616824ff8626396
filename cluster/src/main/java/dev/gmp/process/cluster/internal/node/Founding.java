package dev.gmp.process.cluster.internal.node;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * FOUND-1: of nodes that look for a cluster, at most one founds it.
 *
 * A node that looks asks all nodes that it knows: the seed nodes or those of the DNS, and the members of its life before. What
 * it hears goes in here: SEEK of another node that looks, and the answers. It founds if it has heard of no member, and is the
 * founder. That is the first seed node if it is new, else the first of those that were cut off: other new nodes never found. By
 * DNS it is the first of all. If it was cut off, more than half of all that the looking nodes knew must look, too.
 * Those that it took for down at the same time count as known: Pekko downs all nodes where reachability does not settle.
 *
 * Of two nodes that hear of each other, only the first founds: the second one either has heard of the first when it decides, or
 * answers the first that there is a cluster. A node that stood still meanwhile decides nothing: others may have founded one
 * since they answered. Nor does a node found while another one listens at its port and is silent: it may be a member that stands
 * still. After some rounds it founds nevertheless: the other one may be a proxy. What is left: two nodes that cannot reach each
 * other for the seconds of a decision, and members that are silent for longer. MERGE-1 mends what comes of it.
 */

/** What a node that looks for a cluster knows of the others that look. Addresses are {@code host:port}. */
final class Founding {

    /** In which a node that listens may be silent. */
    static final int MOST_SILENT_ROUNDS = 6;

    private static final System.Logger LOGGER = System.getLogger(Founding.class.getName());

    private final String self;
    private final Set<String> known;
    private final @Nullable String firstSeed;
    private final Map<String, Set<String>> looking = new HashMap<>();
    private boolean memberHeard;
    private boolean over;
    private int silentRounds;

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

    /** Other nodes are asked. What they said before is old. */
    synchronized void ask(Collection<String> nodes) {
        looking.keySet().removeAll(nodes);
    }

    /** Whether these have answered, or one of them is a member. */
    synchronized boolean hasHeardOf(Collection<String> nodes) {
        return memberHeard || looking.keySet().containsAll(nodes);
    }

    /**
     * Decides by what was heard since the last call. True once.
     *
     * @param isFresh whether the answers are of the last seconds
     * @param listening the other nodes that listen at their ports
     */
    synchronized boolean decide(boolean isFresh, Collection<String> listening) {
        boolean founds = isFresh && !over && !memberHeard && hasMajority() && self.equals(founder());
        if (!founds || hasHeardOf(listening)) {
            silentRounds = 0;
        } else if (silentRounds < MOST_SILENT_ROUNDS) {
            silentRounds++;
            founds = false;
            LOGGER.log(
                    System.Logger.Level.INFO,
                    "{0} founds no cluster yet: not all nodes that listen at their ports answer, of {1}",
                    self,
                    listening);
        }
        looking.clear();
        memberHeard = false;
        over |= founds;
        return founds;
    }

    private boolean hasMajority() {
        Set<String> here = here();
        Set<String> all = new HashSet<>(known);
        looking.values().forEach(all::addAll);
        all.addAll(here);
        return known.isEmpty() || 2 * here.size() > all.size();
    }

    /** This node, and those that look. */
    private Set<String> here() {
        Set<String> here = new HashSet<>(looking.keySet());
        here.add(self);
        return here;
    }

    /** Null if none may found. */
    private @Nullable String founder() {
        Set<String> here = here();
        if (firstSeed == null) {
            return Collections.min(here);
        }
        return here.contains(firstSeed) && isNew(firstSeed)
                ? firstSeed
                : here.stream()
                        .filter(node -> !isNew(node))
                        .min(Comparator.naturalOrder())
                        .orElse(null);
    }

    /** @param node this one, or one that looks */
    private boolean isNew(String node) {
        return looking.getOrDefault(node, known).isEmpty();
    }
}
