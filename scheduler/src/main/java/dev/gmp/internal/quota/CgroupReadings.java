package dev.gmp.internal.quota;

import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.config.cpu.ProcsRule;
import dev.gmp.internal.util.DetachedLog;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/**
 * The CPUs of this process and their quota. Sysmon reads them, so what is wrong with a file is logged detached (LOCK-1, in {@link
 * dev.gmp.internal.sched.MachinePool}).
 */
public final class CgroupReadings {

    static final Consumer<String> WARNINGS = new DetachedLog(DefaultProcs.class, Level.WARNING)::log;

    private CgroupReadings() {}

    /** The number of processors for a scheduler that was not told one. */
    public static DefaultProcs defaultProcs(ProcsRule rule) {
        return DefaultProcs.system(rule, WARNINGS);
    }

    static CpuLimitSource limit() {
        return CpuLimitSource.system(WARNINGS);
    }
}
