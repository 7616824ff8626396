package dev.gmp.internal.stats;

import dev.gmp.internal.sysmon.MaxProcsUpdater;
import dev.gmp.internal.sysmon.Overload;
import dev.gmp.internal.sysmon.ProcessorLossLog;
import dev.gmp.internal.sysmon.Retake;
import dev.gmp.internal.sysmon.StallWatchdog;
import dev.gmp.observe.ProcessorLoss;
import java.util.List;
import java.util.OptionalDouble;

/** What sysmon has seen and done. */
public final class SysmonReader {

    private final Retake retake;
    private final Overload overload;
    private final StallWatchdog watchdog;
    private final MaxProcsUpdater maxProcsUpdater;
    private final ProcessorLossLog processorLossLog;

    public SysmonReader(
            Retake retake,
            Overload overload,
            StallWatchdog watchdog,
            MaxProcsUpdater maxProcsUpdater,
            ProcessorLossLog processorLossLog) {
        this.retake = retake;
        this.overload = overload;
        this.watchdog = watchdog;
        this.maxProcsUpdater = maxProcsUpdater;
        this.processorLossLog = processorLossLog;
    }

    /** Processors taken from goroutines that did not give way. */
    long preemptions() {
        return retake.preemptions();
    }

    /** Processors taken from machines that block. */
    long handoffs() {
        return retake.handoffs();
    }

    /** Goroutines that later ones were let pass. */
    long deferred() {
        return overload.deferred();
    }

    boolean isStalled() {
        return watchdog.isStalled();
    }

    /** The container's CPU limit in CPUs, when one is followed. */
    OptionalDouble cpuQuota() {
        return maxProcsUpdater.quota();
    }

    /** The latest first. */
    List<ProcessorLoss> recentLosses() {
        return processorLossLog.all();
    }
}
