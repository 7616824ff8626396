package dev.gmp.process;

/**
 * The address of a process. A local address from {@link Processes} leads to its process without a look-up, and stays a
 * valid address after the process has ended. Two addresses of one process are equal.
 *
 * <p>The implementations are those of this library, {@link RemotePid} included; applications do not implement it.
 *
 * @since 0.1
 */
public interface Pid {

    /** The process's number: positive, and never used again by the same {@link Processes}. */
    long number();
}
