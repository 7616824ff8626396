package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.peer.Peer;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a figure of the scheduler is held against. */
public sealed interface Target {
    /** Nothing is promised; the ratio to the best peer is shown all the same. */
    Target NONE = new None();

    /** Those whose best figure is 1 in ratios and in the plot. */
    Set<Peer> comparedWith();

    /** Whether the scheduler's figure, or its ratio to the best of the compared, meets the target; empty if none is set. */
    Optional<Boolean> isMet(double figure, double ratio);

    /** The target as the table says it. */
    String inWords();

    /**
     * At most so many times the best of the peers compared with.
     *
     * @param atMost the highest ratio that meets the target
     * @param ofWhom the peers in words
     */
    record Ratio(double atMost, Set<Peer> comparedWith, String ofWhom) implements Target {
        static Ratio ofBestPeer(double atMost) {
            return new Ratio(atMost, Peer.others(), "best peer");
        }

        static Ratio of(double atMost, Peer peer) {
            return new Ratio(atMost, EnumSet.of(peer), peer.title());
        }

        /** The better of its two modes. */
        static Ratio ofForkJoinPool(double atMost) {
            return new Ratio(atMost, EnumSet.of(Peer.FORK_JOIN_LIFO, Peer.FORK_JOIN_ASYNC), "ForkJoinPool, any mode");
        }

        @Override
        public Optional<Boolean> isMet(double figure, double ratio) {
            return Optional.of(ratio <= atMost);
        }

        @Override
        public String inWords() {
            return "≤ %s × %s".formatted(atMost, ofWhom);
        }
    }

    /**
     * A limit for the figure itself, whatever the peers have.
     *
     * @param limit every lower figure meets the target
     * @param itselfMeets whether the limit itself meets it too
     */
    record Absolute(double limit, boolean itselfMeets) implements Target {
        static Absolute below(double limit) {
            return new Absolute(limit, false);
        }

        static Absolute atMost(double limit) {
            return new Absolute(limit, true);
        }

        @Override
        public Set<Peer> comparedWith() {
            return Peer.others();
        }

        @Override
        public Optional<Boolean> isMet(double figure, double ratio) {
            return Optional.of(figure < limit || (itselfMeets && figure == limit));
        }

        @Override
        public String inWords() {
            return (itselfMeets ? "≤ " : "< ") + limit;
        }
    }

    /** See {@link #NONE}. */
    record None() implements Target {
        @Override
        public Set<Peer> comparedWith() {
            return Peer.others();
        }

        @Override
        public Optional<Boolean> isMet(double figure, double ratio) {
            return Optional.empty();
        }

        @Override
        public String inWords() {
            return "";
        }
    }
}
