package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.JvmFlags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is measured, how long, and in which JVMs.
 *
 * @param group whose page is written
 * @param workloads in the order of the table
 * @param peers in the order of the table
 * @param rounds how often everything is measured; each time each peer gets a new JVM
 * @param procs how many workers, processors or carriers each peer gets
 * @param effort how long each JVM warms up and measures
 */
public record Plan(Group group, List<Workload> workloads, List<Peer> peers, int rounds, int procs, Effort effort) {
    /**
     * How long each JVM warms up and measures.
     *
     * @param warmUps JMH iterations that do not count
     * @param iterations JMH iterations whose median counts
     * @param iteration how long a JMH iteration lasts, at least
     * @param window how long processor time is watched, or tasks are handed in
     * @param heap of each JVM, as its options spell it; all of it is touched at the start, which takes seconds for gigabytes
     */
    public record Effort(int warmUps, int iterations, Duration iteration, Duration window, String heap) {
        /** For figures to be published. */
        public static final Effort FULL =
                new Effort(4, 5, Duration.ofMillis(300), Duration.ofSeconds(3), JvmFlags.HEAP);

        /** For a first look. */
        public static final Effort QUICK =
                new Effort(4, 3, Duration.ofMillis(250), Duration.ofMillis(1500), JvmFlags.HEAP);

        private static final Duration TURN = Duration.ofMillis(100);
        private static final String SMALL_HEAP = "512m";

        /**
         * For peers that take turns in one JVM, and figures to be published: an iteration is a turn. An even number of them, so
         * that each peer comes first as often as the other.
         */
        public static final Effort TURNS = new Effort(6, 10, TURN, TURN, SMALL_HEAP);

        /** For peers that take turns, and a first look. */
        public static final Effort FEW_TURNS = new Effort(4, 6, TURN, TURN, SMALL_HEAP);

        /** For many peers with long batches. */
        public static final Effort MANY_PEERS =
                new Effort(2, 3, Duration.ofMillis(250), Duration.ofMillis(250), SMALL_HEAP);
    }

    /** The measurements of a round: all peers in turn for each workload, each round beginning with another peer. */
    public List<Peer> peersInTurn(int round) {
        List<Peer> turn = new ArrayList<>(peers);
        Collections.rotate(turn, -round);
        return turn;
    }

    /** How many measurements it is made of. Peers that take turns in one JVM are measured together. */
    public int measurements() {
        return rounds
                * workloads.stream()
                        .mapToInt(workload -> (int) peers.stream()
                                .filter(workload::runsOn)
                                .map(peer -> group.isInTurns() && peer.isInThisJvm() ? group : peer)
                                .distinct()
                                .count())
                        .sum();
    }
}
