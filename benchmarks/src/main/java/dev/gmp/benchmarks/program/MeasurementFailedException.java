package dev.gmp.benchmarks.program;

/** A peer has not finished its work, or its JVM has ended early. */
public final class MeasurementFailedException extends Exception {
    public MeasurementFailedException(String message) {
        super(message);
    }

    public MeasurementFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
