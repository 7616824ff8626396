package dev.gmp.internal.util;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for a few instructions that never parks its caller. A virtual thread may take it inside its own park or
 * unpark, where it must not park. While the holder is off its CPU, a caller waits with {@link Thread#onSpinWait}, and a
 * platform thread also yields.
 */
public final class SpinLock extends Padding {

    private static final VarHandle HELD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HELD = lookup.findVarHandle(SpinLock.class, "held", int.class);
            // Not when a thread has to wait for the first time, which may hold another lock and have no memory.
            lookup.ensureInitialized(SpinYield.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int held;

    public boolean tryLock() {
        return held == 0 && HELD.compareAndSet(this, 0, 1);
    }

    public void lock() {
        if (!tryLock()) {
            lockSlow();
        }
    }

    public void unlock() {
        HELD.setRelease(this, 0);
    }

    private void lockSlow() {
        for (int spins = 0; !tryLock(); spins++) {
            SpinYield.pause(spins);
        }
    }
}
