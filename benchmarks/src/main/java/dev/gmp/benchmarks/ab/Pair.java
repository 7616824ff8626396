package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.compare.Metric;
import dev.gmp.benchmarks.figures.MeanInterval;
import dev.gmp.benchmarks.peer.Peer;

/**
 * A figure of both versions, measured one right after the other.
 *
 * @param number of the pair, from 1
 * @param oldFirst whether the old version was measured first
 * @param oldValue of the old version
 * @param newValue of the new version
 */
record Pair(int number, boolean oldFirst, Metric metric, Peer peer, double oldValue, double newValue) {
    /** Not finite if one of the two is zero and the other is not. */
    double logRatio() {
        return MeanInterval.logRatio(newValue, oldValue);
    }
}
