package dev.gmp.containers;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the kernel has counted for a group of processes with a quota ({@code cpu.stat}).
 *
 * @param usedNanos CPU time
 * @param periods those in which the group ran, or could have
 * @param throttled those of them in which the quota was used up
 * @param throttledNanos how long CPUs have kept threads waiting for the next period, summed over the CPUs
 */
record CpuFigures(long usedNanos, long periods, long throttled, long throttledNanos) {

    static final long PERIOD_NANOS = 100_000_000;

    /** Prints the figures from inside the group, of version 2 in one file, of version 1 in two. */
    static final String[] COMMAND = {
        "sh",
        "-c",
        "if [ -e /sys/fs/cgroup/cpu.stat ]; then cat /sys/fs/cgroup/cpu.stat; else "
                + "cat /sys/fs/cgroup/cpu/cpu.stat /sys/fs/cgroup/cpuacct/cpuacct.usage; fi"
    };

    /** Reads what {@link #COMMAND} has printed. */
    static CpuFigures parse(String text) {
        Map<String, Long> values = new TreeMap<>();
        for (String line : text.strip().split("\n")) {
            String[] words = line.strip().split(" ");
            if (words.length == 1) {
                values.put("usage", Long.parseLong(words[0]));
            } else {
                values.put(words[0], Long.parseLong(words[1]));
            }
        }
        boolean isVersion2 = values.containsKey("usage_usec");
        return new CpuFigures(
                isVersion2 ? values.get("usage_usec") * 1_000 : values.get("usage"),
                values.get("nr_periods"),
                values.get("nr_throttled"),
                isVersion2 ? values.get("throttled_usec") * 1_000 : values.get("throttled_time"));
    }

    CpuFigures since(CpuFigures before) {
        return new CpuFigures(
                usedNanos - before.usedNanos,
                periods - before.periods,
                throttled - before.throttled,
                throttledNanos - before.throttledNanos);
    }

    CpuFigures plus(CpuFigures other) {
        return new CpuFigures(
                usedNanos + other.usedNanos,
                periods + other.periods,
                throttled + other.throttled,
                throttledNanos + other.throttledNanos);
    }
}
