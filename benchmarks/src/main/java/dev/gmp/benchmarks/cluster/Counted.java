package dev.gmp.benchmarks.cluster;

/**
 * The answer of a key.
 *
 * @param messages how many {@link Placed} it has had
 * @param pieces the sum of theirs
 * @param jvm the number of the operating system's process that it lives in
 */
record Counted(long messages, long pieces, long jvm) {
    static Counted here(long messages, long pieces) {
        return new Counted(messages, pieces, JVM);
    }

    private static final long JVM = ProcessHandle.current().pid();
}
