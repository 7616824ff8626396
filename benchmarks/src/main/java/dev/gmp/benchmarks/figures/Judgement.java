package dev.gmp.benchmarks.figures;

/** What the interval of a figure, or of a ratio, says about a target that it should not exceed. */
public enum Judgement {
    /** The whole interval lies below the target. */
    MET("met"),
    /** The whole interval lies above it. */
    MISSED("**missed**"),
    /** The interval contains the target, or there is a single value, which has no interval. */
    UNDECIDED("undecided"),
    /** There is nothing to judge by. */
    UNKNOWN("not measured");

    private final String inWords;

    Judgement(String inWords) {
        this.inWords = inWords;
    }

    /** For tables. */
    public String inWords() {
        return inWords;
    }

    public static Judgement of(MeanInterval interval, double target) {
        if (interval.values() < 2) {
            return UNDECIDED;
        }
        if (interval.high() < target) {
            return MET;
        }
        return interval.low() > target ? MISSED : UNDECIDED;
    }
}
