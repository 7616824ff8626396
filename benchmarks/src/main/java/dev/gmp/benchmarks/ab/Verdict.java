package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.figures.RatioInterval;

/** What is said of a figure of the new version. */
enum Verdict {
    /** The whole interval lies above the gate. */
    LOSS("**LOSS**"),
    /** The whole interval lies above 1, but not above the gate. */
    MORE("changed: more"),
    /** The whole interval lies below 1. */
    LESS("changed: less"),
    /** The interval includes 1. */
    SAME(""),
    /** There is no pair to judge by. */
    UNKNOWN("not measured");

    private final String inWords;

    Verdict(String inWords) {
        this.inWords = inWords;
    }

    /** For the table. */
    String inWords() {
        return inWords;
    }

    /** What the interval of new to old says. */
    static Verdict of(RatioInterval ratio, double gate) {
        if (ratio.low() > gate) {
            return LOSS;
        }
        if (ratio.low() > 1) {
            return MORE;
        }
        return ratio.high() < 1 ? LESS : SAME;
    }
}
