package dev.gmp.observe;

import dev.gmp.observe.SchedulerSnapshot.Phase;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Formats snapshots as Go's {@code GODEBUG=schedtrace} and {@code scheddetail} do.
 *
 * @since 0.1
 */
public final class SchedTrace {

    /** The largest number of lines for machines in {@link #detail}. */
    public static final int MOST_MACHINES = 1_000;

    private SchedTrace() {}

    /**
     * One line with Go's names in Go's order. {@code threads} counts machines. {@code needspinning} has no counterpart
     * here and is always 0.
     */
    public static String line(SchedulerSnapshot snapshot) {
        StringJoiner depths = new StringJoiner(" ", "[ ", " ]");
        StringJoiner ticks = new StringJoiner(" ", "[ ", " ]");
        for (ProcessorSnapshot processor : snapshot.processors()) {
            depths.add(Integer.toString(processor.runQueueDepth()));
            ticks.add(Long.toString(processor.schedTick()));
        }
        return format(
                "SCHED %dms: gomaxprocs=%d idleprocs=%d threads=%d spinningthreads=%d needspinning=0 idlethreads=%d runqueue=%d %s schedticks=%s",
                snapshot.uptime().toMillis(),
                snapshot.procs(),
                snapshot.idleProcs(),
                snapshot.machineCounts().total(),
                snapshot.spinningMachines(),
                snapshot.machineCounts().idle(),
                snapshot.globalQueueDepth(),
                depths,
                ticks);
    }

    /**
     * The line of {@link #line}, then a line for each processor and machine (Go: {@code scheddetail=1}). A line before
     * them counts the machines that wait for a locked goroutine, if there are any. After {@value #MOST_MACHINES}
     * machines, a last line counts the others.
     */
    public static String detail(SchedulerSnapshot snapshot) {
        StringJoiner lines = new StringJoiner("\n", line(snapshot) + "\n", "\n");
        if (snapshot.phase() != Phase.RUNNING) {
            lines.add("  phase=" + snapshot.phase());
        }
        if (snapshot.machineCounts().locked() > 0) {
            lines.add("  nmidlelocked=" + snapshot.machineCounts().locked());
        }
        for (ProcessorSnapshot p : snapshot.processors()) {
            lines.add(format(
                    "  P%d: status=%s schedtick=%d m=%s runqsize=%d",
                    p.id(),
                    p.idle() ? "idle" : "running",
                    p.schedTick(),
                    p.machine() < 0 ? "nil" : p.machine(),
                    p.runQueueDepth()));
        }
        int machines = snapshot.machines().size();
        for (MachineSnapshot m : snapshot.machines().subList(0, Math.min(machines, MOST_MACHINES))) {
            lines.add(format(
                    "  M%d: p=%s state=%s curg=%s",
                    m.id(),
                    m.processor() < 0 ? "nil" : m.processor(),
                    m.state().name().toLowerCase(Locale.ROOT),
                    m.running() == null ? "nil" : m.running()));
        }
        if (machines > MOST_MACHINES) {
            lines.add(format("  M: and %d more", machines - MOST_MACHINES));
        }
        return lines.toString();
    }

    /** The locale is fixed, so digits are always ASCII. */
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
