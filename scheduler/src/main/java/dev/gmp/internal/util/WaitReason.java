package dev.gmp.internal.util;

/** A {@link java.util.concurrent.locks.LockSupport#getBlocker blocker} of a parked thread that says what it waits for. */
public interface WaitReason {

    /** A few words, such as {@code channel receive}. Always the same for one object. On any thread. */
    String waitReason();
}
