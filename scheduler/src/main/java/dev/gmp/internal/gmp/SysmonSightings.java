package dev.gmp.internal.gmp;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Sysmon's observations of a machine. Written by sysmon, except where a method says otherwise; any thread may read them. */
public final class SysmonSightings {

    private final Machine machine;

    /** The step that has run for more than one tick. */
    private volatile @Nullable Step step;

    /** Whether it blocked when its processor was taken from it, and has not been seen to compute, or come back, since. */
    private volatile boolean blocks;

    /** What was seen of the machine's thread when it was looked at first since it ran last. */
    private volatile @Nullable Standstill standstill;

    SysmonSightings(Machine machine) {
        this.machine = machine;
    }

    public void sawStep(int number, long since) {
        step = new Step(number, since);
    }

    /** Since when the present step has been running, as {@link System#nanoTime}; empty if it has not, for more than a tick. */
    public OptionalLong since() {
        Step seen = step;
        return seen != null && seen.number() == machine.estimatedSteps()
                ? OptionalLong.of(seen.since())
                : OptionalLong.empty();
    }

    /** By sysmon before it takes the processor, and by the machine once it has noticed. */
    public void sawBlock(boolean value) {
        blocks = value;
    }

    /**
     * Valid only while the machine has no processor. A thread that waits in native code is RUNNABLE to the JVM, so only
     * its CPU time tells it from one that computes.
     */
    public boolean blocks() {
        return blocks;
    }

    /**
     * For how long its thread has not run, as far as is known. What has not run uses no CPU time, so two looks that find the
     * same CPU time have a standstill between them. By any thread: each look is true for itself.
     *
     * @param cpuNanos that the thread has used by now
     * @param now as {@link System#nanoTime}
     * @return nanoseconds; 0 at the first look, which notes the time
     */
    public long standsStillFor(long cpuNanos, long now) {
        Standstill seen = standstill;
        if (seen == null || seen.cpuNanos() != cpuNanos) {
            standstill = new Standstill(cpuNanos, now);
            return 0;
        }
        return Math.max(0, now - seen.since());
    }

    private record Step(int number, long since) {}

    private record Standstill(long cpuNanos, long since) {}
}
