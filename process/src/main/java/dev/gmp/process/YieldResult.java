package dev.gmp.process;

/**
 * What became of the completion of a yield. All but the first are counted, and change nothing.
 *
 * @since 0.1
 */
public enum YieldResult {

    /**
     * The process is stepped with it, unless it ends before.
     *
     * @since 0.1
     */
    COMPLETED,

    /**
     * The tag was never yielded, or is complete already.
     *
     * @since 0.1
     */
    UNKNOWN_TAG,

    /**
     * The process has ended.
     *
     * @since 0.1
     */
    ENDED,

    /**
     * There never was such a process here.
     *
     * @since 0.1
     */
    UNKNOWN_PROCESS
}
