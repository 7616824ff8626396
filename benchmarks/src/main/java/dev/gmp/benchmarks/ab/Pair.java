package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.compare.Metric;
import dev.gmp.benchmarks.figures.MeanInterval;
import dev.gmp.benchmarks.peer.Peer;
import java.util.List;
import java.util.Locale;

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

    /** The figures of all pairs as a file. */
    static String csv(List<Pair> pairs) {
        StringBuilder text = new StringBuilder("pair,first,figure,unit,peer,old,new\n");
        for (Pair pair : pairs) {
            text.append(String.format(
                    Locale.ROOT,
                    "%d,%s,\"%s\",%s,%s,%.6f,%.6f%n",
                    pair.number,
                    pair.oldFirst ? "old" : "new",
                    pair.metric.name(),
                    pair.metric.unit(),
                    pair.peer.id(),
                    pair.oldValue,
                    pair.newValue));
        }
        return text.toString();
    }
}
