package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.figures.Judgement;
import dev.gmp.benchmarks.figures.MeanInterval;
import dev.gmp.benchmarks.peer.Peer;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** What a figure of the scheduler is held against. */
public sealed interface Target {
    /** Nothing is promised; the ratio to the best peer is shown all the same. */
    Target NONE = new None();

    /** Those whose best figure is 1 in ratios and in the plot. */
    default Set<Peer> comparedWith() {
        return Peer.others();
    }

    /** The highest value that meets the target; empty if none is set. */
    default OptionalDouble limit() {
        return OptionalDouble.empty();
    }

    /** Which interval the target is about: the figure's own, or that of its ratio to the best of those compared with. */
    default Optional<MeanInterval> judged(Optional<MeanInterval> figure, Optional<MeanInterval> ratio) {
        return ratio;
    }

    /** What {@link #judged} says; empty if no target is set, or nothing was measured. */
    default Optional<Judgement> judge(Optional<MeanInterval> figure, Optional<MeanInterval> ratio) {
        return limit().isEmpty()
                ? Optional.empty()
                : judged(figure, ratio).map(interval -> Judgement.of(interval, limit().getAsDouble()));
    }

    /** The target as the table says it. */
    default String inWords() {
        return "";
    }

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

        /** The best of those that have timers and run other tasks too. */
        static Ratio ofScheduledExecutors(double atMost) {
            return new Ratio(atMost, EnumSet.of(Peer.FORK_JOIN_ASYNC, Peer.SCHEDULED_THREAD_POOL), "best executor");
        }

        @Override
        public OptionalDouble limit() {
            return OptionalDouble.of(atMost);
        }

        @Override
        public String inWords() {
            return "≤ %s × %s".formatted(atMost, ofWhom);
        }
    }

    /**
     * A limit for the figure itself, whatever the peers have.
     *
     * @param atMost the highest figure that meets the target
     * @param isOfNothing whether the figure may be zero, which has no ratio
     */
    record Absolute(double atMost, boolean isOfNothing) implements Target {
        static Absolute ofNothing(double limit) {
            return new Absolute(limit, true);
        }

        static Absolute atMost(double limit) {
            return new Absolute(limit, false);
        }

        @Override
        public OptionalDouble limit() {
            return OptionalDouble.of(atMost);
        }

        @Override
        public Optional<MeanInterval> judged(Optional<MeanInterval> figure, Optional<MeanInterval> ratio) {
            return figure;
        }

        @Override
        public String inWords() {
            return "≤ " + atMost;
        }
    }

    /** See {@link #NONE}. */
    record None() implements Target {}
}
