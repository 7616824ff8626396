package dev.gmp.internal.wiring;

import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;

/**
 * The actions after the last machine has ended. If one fails, as without memory or in a selector, the others still run.
 * Threads that wait for the end are woken in any case, because no signal comes a second time. Made beforehand, because
 * termination takes no memory.
 */
public final class Termination implements Runnable {

    private static final SafeLog FAILED =
            new SafeLog(Termination.class, Level.WARNING, "a part of a scheduler's termination failed");

    private final Lifecycle lifecycle;
    private final Runnable[] steps;

    public Termination(Lifecycle lifecycle, Runnable... steps) {
        this.lifecycle = lifecycle;
        this.steps = steps;
    }

    @Override
    public void run() {
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (Throwable failure) {
                FAILED.log(failure);
            }
        }
        lifecycle.lastMachineEnded();
    }
}
