package dev.gmp.benchmarks.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * How many cores the rest of the machine used meanwhile: figures taken beside other work say little. Known on Linux only;
 * what a hypervisor took away counts as others'. A measurement's JVM counts as ours once it has ended.
 */
public record OtherProcesses(long total, long busy, long ours, long cores) {
    private static final Path MACHINE = Path.of("/proc/stat");
    private static final Path PROCESS = Path.of("/proc/self/stat");
    private static final OtherProcesses UNKNOWN = new OtherProcesses(0, 0, 0, 0);

    /** The state now, to be compared with a later one. */
    public static OtherProcesses now() {
        try {
            return parse(Files.readString(MACHINE), Files.readString(PROCESS));
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /** @see "proc_stat(5) and proc_pid_stat(5)" */
    static OtherProcesses parse(String machine, String process) {
        // cpu user nice system idle iowait irq softirq steal; guest time is part of user time
        long[] ticks = Arrays.stream(machine.lines().findFirst().orElseThrow().split(" +"))
                .skip(1)
                .limit(8)
                .mapToLong(Long::parseLong)
                .toArray();
        long total = Arrays.stream(ticks).sum();
        // After the name in brackets: state is field 3; utime, stime, cutime and cstime are fields 14 to 17.
        String[] fields = process.substring(process.lastIndexOf(')') + 2).split(" ");
        long ours = Arrays.stream(fields, 11, 15).mapToLong(Long::parseLong).sum();
        long cores = machine.lines().filter(line -> line.matches("cpu\\d.*")).count();
        return new OtherProcesses(total, total - ticks[3] - ticks[4], ours, cores);
    }

    /** Cores used by others from {@code earlier} to this, on average; empty if unknown. Of the machine's, not of ours alone. */
    public OptionalDouble coresSince(OtherProcesses earlier) {
        if (earlier.total == 0 || total <= earlier.total) {
            return OptionalDouble.empty();
        }
        long others = (busy - earlier.busy) - (ours - earlier.ours);
        return OptionalDouble.of(Math.max(0.0, (double) others / (total - earlier.total) * cores));
    }
}
