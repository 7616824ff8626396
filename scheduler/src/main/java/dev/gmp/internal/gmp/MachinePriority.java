package dev.gmp.internal.gmp;

import dev.gmp.internal.util.SpinYield;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state of a machine's priority in the kernel. NICE-1, in the class OvertimePriority, has its changes. All methods
 * are full fences where they change something.
 */
public final class MachinePriority {

    private static final int NORMAL = 0;
    private static final int LOWERING = 1;
    private static final int LOWERED = 2;

    /** Normal, and to stay so: a goroutine is locked to the machine, or starts what would inherit its priority. */
    private static final int BOUND = 3;

    private final AtomicInteger state = new AtomicInteger(NORMAL);

    /** By sysmon. @return false if it is bound, or lowered already */
    public boolean tryBeginLowering() {
        return state.compareAndSet(NORMAL, LOWERING);
    }

    /** Waits until sysmon is not about to lower it, a few microseconds. @return whether it is lowered */
    public boolean awaitLowered() {
        for (int spins = 0; state.get() == LOWERING; spins++) {
            SpinYield.pause(spins);
        }
        return isLowered();
    }

    /** Whether the thread runs behind others, so that it must take no processor, and start no machine. Any thread. */
    public boolean isLowered() {
        return state.get() == LOWERED;
    }

    /** By the machine, except while sysmon lowers it. */
    public void setLowered(boolean value) {
        state.set(value ? LOWERED : NORMAL);
    }

    /** Keeps it normal until {@link #unbind}. By the machine. @return false if it is lowered, or about to be */
    public boolean tryBind() {
        return state.get() == BOUND || state.compareAndSet(NORMAL, BOUND);
    }

    /** Whether it stays normal. By the machine. */
    public boolean isBound() {
        return state.get() == BOUND;
    }

    /** Does nothing where it is not bound. By the machine. */
    public void unbind() {
        state.compareAndSet(BOUND, NORMAL);
    }
}
