package dev.gmp.process;

/**
 * The address of a process. Those that {@link Processes} hands out lead to their process without a look-up, and stay valid
 * as an address when it has ended. Two of the same process are equal.
 *
 * <p>There are those, and {@link RemotePid}; applications do not implement it.
 *
 * @since 0.1
 */
public interface Pid {

    /** Positive; never used again by the same {@link Processes}. */
    long number();
}
