package dev.gmp.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time of the whole process, the garbage collector's included; in steps of 10 ms. */
final class ProcessCpu {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final long before = SYSTEM.getProcessCpuTime();

    /** Used since this was made. */
    long nanos() {
        return SYSTEM.getProcessCpuTime() - before;
    }
}
