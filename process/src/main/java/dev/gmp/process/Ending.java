package dev.gmp.process;

/** The ways to end, as they are counted. */
enum Ending {
    COMPLETED,
    FAILED,
    CANCELLED
}
