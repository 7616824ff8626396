package dev.gmp.process.internal.controlblock;

/** The ways to end, as they are counted. */
public enum Ending {
    COMPLETED,
    FAILED,
    CANCELLED
}
