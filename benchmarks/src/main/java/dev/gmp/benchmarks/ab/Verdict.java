package dev.gmp.benchmarks.ab;

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
}
