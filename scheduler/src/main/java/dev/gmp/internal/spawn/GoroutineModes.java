package dev.gmp.internal.spawn;

import dev.gmp.config.GoroutineMode;
import dev.gmp.config.VirtualGoroutinesUnavailableException;
import dev.gmp.internal.jdk.JdkBugs;
import dev.gmp.internal.jdk.LockHolders;
import dev.gmp.internal.jdk.VirtualThreads;
import java.util.concurrent.atomic.AtomicBoolean;

/** Chooses the mode of goroutines that this JVM can make. */
public final class GoroutineModes {

    private static final System.Logger LOG = System.getLogger(GoroutineModes.class.getName());
    private static final AtomicBoolean FALLBACK_SAID = new AtomicBoolean();
    private static final AtomicBoolean VIRTUAL_SAID = new AtomicBoolean();

    private GoroutineModes() {}

    /** The reason of {@link #resolve}'s result, as text. */
    public static String reason(GoroutineMode mode) {
        return switch (mode) {
            case DIRECT -> "goroutines is set to direct";
            case VIRTUAL -> "goroutines is set to virtual";
            case AUTO ->
                VirtualThreads.available()
                        ? "this JVM lets the scheduler carry virtual threads"
                        : VirtualThreads.reason();
        };
    }

    /**
     * Resolves {@code AUTO}. The first fall-back to direct in a JVM is logged. So is the first use of virtual
     * goroutines on a JDK that is known to lose them, or that does not tell which of them hold locks.
     *
     * @return direct or virtual
     * @throws VirtualGoroutinesUnavailableException if virtual is asked for and cannot be had
     */
    public static GoroutineMode resolve(GoroutineMode mode) {
        if (mode == GoroutineMode.DIRECT) {
            return GoroutineMode.DIRECT;
        }
        if (VirtualThreads.available()) {
            if (!VIRTUAL_SAID.get() && VIRTUAL_SAID.compareAndSet(false, true)) {
                warnOfBugs();
                tellOfLocks();
            }
            return GoroutineMode.VIRTUAL;
        }
        if (mode == GoroutineMode.VIRTUAL) {
            throw new VirtualGoroutinesUnavailableException(VirtualThreads.reason());
        }
        if (FALLBACK_SAID.compareAndSet(false, true)) {
            LOG.log(System.Logger.Level.INFO, "tasks run on direct goroutines; " + VirtualThreads.reason());
        }
        return GoroutineMode.DIRECT;
    }

    private static void warnOfBugs() {
        String warning = JdkBugs.warning(Runtime.version());
        if (!warning.isEmpty()) {
            LOG.log(System.Logger.Level.WARNING, warning);
        }
    }

    private static void tellOfLocks() {
        if (!LockHolders.areKnown()) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "deadlocks at locks of java.util.concurrent are not found among virtual goroutines; "
                            + LockHolders.howToKnow());
        }
    }
}
