package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.peer.Peer;
import java.util.List;
import java.util.function.Predicate;

/** A workload of one of the lists in {@link Workload#all}. */
record ListedWorkload(Group group, String id, String description, Predicate<Peer> onPeers, List<Metric> metrics)
        implements Workload {
    @Override
    public boolean runsOn(Peer peer) {
        return onPeers.test(peer);
    }

    @Override
    public String toString() {
        return id;
    }
}
