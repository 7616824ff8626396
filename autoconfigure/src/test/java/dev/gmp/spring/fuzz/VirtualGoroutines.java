package dev.gmp.spring.fuzz;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.VirtualGoroutinesUnavailableException;

/** Whether the JVM has virtual goroutines, which a random case may ask for. */
public final class VirtualGoroutines {

    public static final boolean AVAILABLE = areAvailable();

    private VirtualGoroutines() {}

    private static boolean areAvailable() {
        try (GmpScheduler scheduler =
                GmpScheduler.builder().goroutines(GoroutineMode.VIRTUAL).build()) {
            return scheduler.config().goroutines() == GoroutineMode.VIRTUAL;
        } catch (VirtualGoroutinesUnavailableException e) {
            return false;
        }
    }
}
