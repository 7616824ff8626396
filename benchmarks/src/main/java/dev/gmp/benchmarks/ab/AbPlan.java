package dev.gmp.benchmarks.ab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * What is measured, and how often.
 *
 * @param oldJar a {@code benchmarks.jar}
 * @param newJar a {@code benchmarks.jar}
 * @param measurements in the order of the table
 * @param pairs how often each jar takes each measurement
 * @param procs how many processors the scheduler gets
 * @param quick whether each JVM measures for a shorter time
 * @param seed draws the order of the two jars
 */
record AbPlan(
        Path oldJar, Path newJar, List<Measurement> measurements, int pairs, int procs, boolean quick, long seed) {
    /** Of one JVM that measures, and the one that starts it, on two CPUs. */
    private static final Duration FULL_MEASUREMENT = Duration.ofSeconds(7);

    private static final Duration QUICK_MEASUREMENT = Duration.ofSeconds(5);

    /** For each pair, whether the old jar comes first: in half of the pairs, in an order drawn by the seed. */
    List<Boolean> oldFirst() {
        Random random = new Random(new SplittableRandom(seed).nextLong()); // neighbouring seeds alone begin alike
        boolean odd = random.nextBoolean();
        List<Boolean> order = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            order.add(pair % 2 == 0 == odd);
        }
        Collections.shuffle(order, random);
        return order;
    }

    /** How long all of it takes, roughly. */
    Duration estimate() {
        return (quick ? QUICK_MEASUREMENT : FULL_MEASUREMENT).multipliedBy(2L * pairs * measurements.size());
    }
}
