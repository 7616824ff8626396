package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.figures.MeanInterval;

/** Whether a figure of the new version is at most the gate times that of the old one, and whether it has changed. */
enum Verdict {
    /** The whole interval lies above the gate. */
    LOSS("**missed**: LOSS"),
    /** The interval contains the gate and lies above 1. */
    UNDECIDED_MORE("undecided: more"),
    /** The interval contains the gate. */
    UNDECIDED("undecided"),
    /** The whole interval lies above 1, and below the gate. */
    MORE("met: more"),
    /** The whole interval lies below 1. */
    LESS("met: less"),
    /** The interval contains 1 and lies below the gate. */
    SAME("met"),
    /** There is no pair to judge by. */
    UNKNOWN("not measured");

    private final String inWords;

    Verdict(String inWords) {
        this.inWords = inWords;
    }

    String inWords() {
        return inWords;
    }

    /** What the interval of new to old says. @param gate at least 1 */
    static Verdict of(MeanInterval ratio, double gate) {
        if (ratio.low() > gate) {
            return LOSS;
        }
        if (ratio.high() >= gate) {
            return ratio.low() > 1 ? UNDECIDED_MORE : UNDECIDED;
        }
        if (ratio.low() > 1) {
            return MORE;
        }
        return ratio.high() < 1 ? LESS : SAME;
    }
}
