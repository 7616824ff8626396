package dev.gmp.internal.quota;

import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import java.util.SplittableRandom;

/**
 * A scheduler and the other threads of a JVM in a container with a CPU quota, on a clock of the test: the kernel is {@link
 * CfsBandwidth}, what is tested is {@link QuotaPacer}. Each processor has a CPU of its own. What is to stop does so up to a
 * millisecond late, as a task between two checkpoints; the JVM's own threads take 3 % of the quota and are told nothing. The
 * monitor ticks about every millisecond, unless the kernel has stopped all CPUs.
 */
final class PacedThreads {

    /** What there is to do. */
    enum Load {
        /** Goroutines that have used up a slice, always some. */
        LONG,
        /** So many of them every 1.5 seconds that they take 40 % of the quota. */
        BURSTS,
        /** Goroutines that end within a slice, always some. */
        SHORT,
        /** On even processors the first, on odd ones the third for a third of the time. */
        MIXED
    }

    private static final long DT = 50_000;
    private static final long LATEST = 1_000_000;
    private static final double JVM_SHARE = 0.03;
    private static final long JVM_BURST = 500_000;
    private static final long BURST_INTERVAL = 1_500_000_000;

    private final double quota;
    private final Load load;
    private final int procs;
    private final int hogs;
    private final SplittableRandom random;
    private final CfsBandwidth kernel;
    private final QuotaPacer pacer;
    private final Processor[] processors;
    private final long[] lateUntil;
    private final boolean[] runs;
    private final long[] jvmWants;
    private long now;
    private long todo;
    private long nextTick;
    private long usedByProcessors;

    /** @param hogs CPUs that are kept busy by goroutines without a processor */
    PacedThreads(double quota, int procs, Load load, int hogs, boolean paced, long seed) {
        this.quota = quota;
        this.load = load;
        this.procs = procs;
        this.hogs = hogs;
        random = new SplittableRandom(seed);
        kernel = new CfsBandwidth(quota, procs, random.nextLong(100_000_000));
        SchedulerState state = new SchedulerState(ProtocolState.unbounded(procs), LocalRunQueue.CAPACITY);
        processors = new Processor[procs];
        for (int id = 0; id < procs; id++) {
            processors[id] = state.processors().get(id);
            state.idle().tryTakeProcessor(processors[id]);
            if (load == Load.LONG || load == Load.BURSTS || load == Load.MIXED && (id & 1) == 0) {
                processors[id].setExpired();
            }
        }
        pacer = new QuotaPacer(state.processors(), state.idle(), paced ? new Source() : CpuLimitSource.NONE);
        pacer.readLimit();
        lateUntil = new long[procs];
        runs = new boolean[procs];
        jvmWants = new long[procs];
    }

    CfsBandwidth run(long nanos) {
        for (long end = now + nanos; now < end; now += DT) {
            kernel.advance(now);
            if (load == Load.BURSTS && now % BURST_INTERVAL == 0) {
                todo += (long) (0.4 * quota * BURST_INTERVAL);
            }
            if (now >= nextTick && kernel.runsAny()) {
                pacer.tick(now, hogs);
                nextTick = now + Math.min(pacer.dueNanos(now), random.nextLong(200_000, 1_000_000));
            }
            if (random.nextDouble() < JVM_SHARE * quota * DT / JVM_BURST) {
                jvmWants[random.nextInt(procs)] += JVM_BURST;
            }
            for (int cpu = 0; cpu < procs; cpu++) {
                step(cpu);
            }
        }
        return kernel;
    }

    long usedByProcessors() {
        return usedByProcessors;
    }

    private void step(int cpu) {
        boolean wants = isRunning(cpu);
        if (jvmWants[cpu] > 0) {
            jvmWants[cpu] -= kernel.run(cpu, DT) ? DT : 0;
        } else if (wants || cpu < hogs) {
            boolean ran = kernel.run(cpu, DT);
            boolean mine = wants && (cpu >= hogs || random.nextInt(8) != 0); // hogs have a low priority
            usedByProcessors += ran && mine ? DT : 0;
            todo -= ran && mine && load == Load.BURSTS ? DT : 0;
        } else {
            kernel.idle(cpu);
        }
    }

    private boolean isRunning(int id) {
        boolean hasWork = switch (load) {
            case LONG, SHORT -> true;
            case BURSTS -> todo > 0;
            case MIXED -> (id & 1) == 0 || random.nextInt(3) == 0;
        };
        boolean isToStop = pacer.isToGiveWay(processors[id], now);
        if (!isToStop) {
            lateUntil[id] = 0;
        } else if (lateUntil[id] == 0) {
            lateUntil[id] = now + (runs[id] ? random.nextLong(LATEST) : 0);
        }
        runs[id] = hasWork && (!isToStop || now < lateUntil[id]);
        return runs[id];
    }

    private final class Source implements CpuLimitSource {

        @Override
        public CpuLimit read() {
            return new CpuLimit(quota, "a test");
        }

        @Override
        public long usedNanos() {
            return kernel.usedNanos();
        }
    }
}
