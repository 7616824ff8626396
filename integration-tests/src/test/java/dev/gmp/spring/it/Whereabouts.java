package dev.gmp.spring.it;

import dev.gmp.Goroutines;

/** Where code runs. */
public final class Whereabouts {

    /** What code on a goroutine of the application's scheduler answers. */
    public static final String GOROUTINE = "goroutine of default";

    private Whereabouts() {}

    /** {@link #GOROUTINE}, or the thread's name. */
    public static String here() {
        return Goroutines.isGoroutine()
                ? "goroutine of " + Goroutines.current().scheduler()
                : "thread " + Thread.currentThread().getName();
    }
}
