package dev.gmp.internal.kind;

/** What a task does with its time. */
public enum TaskStatus {
    /** It waits in a queue for a processor. */
    WAIT,
    /** It is on a processor, or computes without one. */
    RUN,
    /** It is parked, or holds a thread that waits. */
    BLOCKED
}
