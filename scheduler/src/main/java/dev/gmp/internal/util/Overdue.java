package dev.gmp.internal.util;

/** The one time after which the scheduler sees to what no thread has seen to. */
public final class Overdue {

    /**
     * Nanoseconds: 10 milliseconds. What is left for so long is done by another thread, or looked at again. Nothing is lost in
     * between; it is late. Go: the longest delay of sysmon, and how long it leaves a processor and the network alone.
     */
    public static final long NANOS = 10_000_000;

    private Overdue() {}
}
