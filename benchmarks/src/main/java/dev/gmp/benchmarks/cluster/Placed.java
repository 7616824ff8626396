package dev.gmp.benchmarks.cluster;

/** A message of the usual size, which is not answered. */
record Placed(String article, int pieces, long cents) {
    static Placed some() {
        return new Placed("article-4711", 3, 1_999);
    }
}
