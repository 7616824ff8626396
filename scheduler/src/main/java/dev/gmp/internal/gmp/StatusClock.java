package dev.gmp.internal.gmp;

import dev.gmp.observe.GoroutineTimes;
import java.time.Duration;

/**
 * Sums the time that one goroutine spends in each status. The owner of the goroutine uses it: its machine, or the one that
 * readies it; the goroutine's own status publishes it from one to the next.
 */
public final class StatusClock {

    static final int RUNNABLE = 0;
    static final int RUNNING = 1;
    static final int WAITING = 2;

    /** In a marked section that may block. */
    public static final int SYSCALL = 3;

    private final long[] nanos = new long[4];
    private int status;
    private long since;

    /** The goroutine becomes runnable for the first time. */
    void begin() {
        status = RUNNABLE;
        since = System.nanoTime();
    }

    /** Ends the status that it had. */
    void enter(int next) {
        long now = System.nanoTime();
        nanos[status] += now - since;
        since = now;
        status = next;
    }

    /** The status just entered is another one. */
    void rename(int actual) {
        status = actual;
    }

    /** Begins a section that may block. */
    public void enterSyscall() {
        enter(SYSCALL);
    }

    /** Ends such a section, unless the goroutine parked in it: then it has been running since. */
    public void exitSyscall() {
        if (status == SYSCALL) {
            enter(RUNNING);
        }
    }

    /** Up to now. By the goroutine itself. */
    public GoroutineTimes read() {
        enter(status);
        return new GoroutineTimes(
                Duration.ofNanos(nanos[RUNNABLE]),
                Duration.ofNanos(nanos[RUNNING]),
                Duration.ofNanos(nanos[WAITING]),
                Duration.ofNanos(nanos[SYSCALL]));
    }
}
