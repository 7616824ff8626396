package dev.gmp.benchmarks.measure;

/** Takes the figures of a measurement. */
@FunctionalInterface
interface FigureSink {
    void add(String key, double value);
}
