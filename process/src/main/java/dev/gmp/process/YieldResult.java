package dev.gmp.process;

/**
 * The result of completing a yield. All results except {@link #COMPLETED} are counted, and have no effect.
 *
 * @since 0.1
 */
public enum YieldResult {

    /** A step of the process gets the completion, unless the process ends before. */
    COMPLETED,

    /** The tag was not yielded, or its yield is complete already. */
    UNKNOWN_TAG,

    /** The process has ended. */
    ENDED,

    /** There never was a process with that address here. */
    UNKNOWN_PROCESS
}
