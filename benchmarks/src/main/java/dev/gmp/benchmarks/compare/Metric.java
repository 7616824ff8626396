package dev.gmp.benchmarks.compare;

/**
 * One figure that a workload yields for each peer; less is better.
 *
 * @param key how the measurement names it
 * @param name how the table names it
 * @param unit of all values
 * @param target what the scheduler's figure is held against
 */
public record Metric(String key, String name, String unit, Target target) {
    /** The key of a figure that JMH measures. */
    public static final String JMH_SCORE = "score";
}
