package dev.gmp.internal.stats;

import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.sched.ProcResize;
import java.time.Duration;

/** How much of the CPUs there was for goroutines: the number of processors, their pauses, and lowered priorities. */
public final class ProcsReader {

    private final ProcResize procResize;
    private final QuotaPacer quotaPacer;
    private final OvertimePriority overtimePriority;

    public ProcsReader(ProcResize procResize, QuotaPacer quotaPacer, OvertimePriority overtimePriority) {
        this.procResize = procResize;
        this.quotaPacer = quotaPacer;
        this.overtimePriority = overtimePriority;
    }

    /** Times that the number of processors changed. */
    long changes() {
        return procResize.changes();
    }

    /** Processors times time (Go: totaltime). */
    Duration time() {
        return Duration.ofNanos(procResize.procsNanos());
    }

    /** Processors times time that they paused for. */
    Duration pacedTime() {
        return Duration.ofNanos(quotaPacer.pausedNanos());
    }

    long priorityLowerings() {
        return overtimePriority.lowerings();
    }
}
