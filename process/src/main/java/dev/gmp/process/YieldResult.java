package dev.gmp.process;

/**
 * What became of the completion of a yield. All but the first are counted, and change nothing.
 *
 * @since 0.1
 */
public enum YieldResult {

    /** The process is stepped with it, unless it ends before. */
    COMPLETED,

    /** The tag was never yielded, or is complete already. */
    UNKNOWN_TAG,

    /** The process has ended. */
    ENDED,

    /** There never was such a process here. */
    UNKNOWN_PROCESS
}
