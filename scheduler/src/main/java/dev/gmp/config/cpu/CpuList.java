package dev.gmp.config.cpu;

import java.util.BitSet;

/** The kernel's notation for sets of CPUs: {@code 0-3,8} (man 7 cpuset, "List format"). */
final class CpuList {

    /** Far above the kernel's limit (NR_CPUS), so that a broken file does not cost memory. */
    private static final int MOST_CPUS = 1 << 20;

    private CpuList() {}

    /** @return may be empty */
    static BitSet parse(String list) throws MalformedFileException {
        BitSet cpus = new BitSet();
        String ranges = list.strip();
        if (ranges.isEmpty()) {
            return cpus;
        }
        for (String range : ranges.split(",", -1)) {
            int dash = range.indexOf('-');
            int first = cpu(dash < 0 ? range : range.substring(0, dash), list);
            int last = dash < 0 ? first : cpu(range.substring(dash + 1), list);
            if (last < first) {
                throw new MalformedFileException("a list of CPUs", list);
            }
            cpus.set(first, last + 1);
        }
        return cpus;
    }

    private static int cpu(String number, String list) throws MalformedFileException {
        int cpu = -1;
        try {
            cpu = Integer.parseInt(number);
        } catch (NumberFormatException e) {
            // Stays -1.
        }
        if (cpu < 0 || cpu >= MOST_CPUS) {
            throw new MalformedFileException("a list of CPUs", list);
        }
        return cpu;
    }
}
