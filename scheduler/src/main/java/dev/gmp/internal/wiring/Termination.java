package dev.gmp.internal.wiring;

import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;

/**
 * What is done when the last machine has ended. Whatever fails of it, for want of memory or in a selector, the rest is done, and
 * those that wait for the end are told: no signal comes a second time. Made beforehand, for an end takes no memory.
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
