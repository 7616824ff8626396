package dev.gmp.soak;

import java.util.concurrent.locks.LockSupport;

/** Parks in its class initialiser, so below a native frame. Loaded as a hidden class of its own each time. */
final class PinningClass {

    private static final long NANOS = 200_000;

    static {
        LockSupport.parkNanos(NANOS);
    }

    private PinningClass() {}
}
