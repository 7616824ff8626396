package dev.gmp.internal.sched;

import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.LeakWatchConfig;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.sysmon.Overload;
import dev.gmp.internal.timer.TimedWaits;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.trace.FlightRecorder;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Small schedulers for model checkers: their machines are never started, the test's threads do what those would. */
public final class ProtocolState {

    private ProtocolState() {}

    /** One processor and one machine, no bound on what waits. */
    public static SchedulerConfig unbounded() {
        return unbounded(1);
    }

    /** The same with more processors and as many machines. */
    public static SchedulerConfig unbounded(int procs) {
        return config(procs, OptionalInt.empty());
    }

    /** @param capacity the most tasks that may wait */
    static SchedulerConfig bounded(int capacity) {
        return config(1, OptionalInt.of(capacity));
    }

    private static SchedulerConfig config(int procs, OptionalInt capacity) {
        return new SchedulerConfig(
                "test",
                procs,
                GoroutineMode.DIRECT,
                Discipline.GO,
                Duration.ofMillis(10),
                procs,
                Duration.ofSeconds(1),
                capacity,
                10_000,
                RejectionPolicy.ABORT,
                Duration.ZERO,
                false,
                Duration.ZERO,
                OvertimePolicy.KEEP_PRIORITY,
                10,
                false,
                false,
                FlightRecorder.DEFAULT_BYTES,
                true,
                LeakWatchConfig.OFF);
    }

    /** Without a quota. */
    public static QuotaPacer unpaced(SchedulerState state) {
        return new QuotaPacer(state.processors(), state.idle(), CpuLimitSource.NONE);
    }

    /** Which wakes no machine: one spins, or no processor is idle. */
    public static Overload overload(SchedulerState state) {
        return new Overload(state, new WakeUp(state, null, null));
    }

    /** Which wakes no machine, as above. */
    public static ProcResize procResize(SchedulerState state) {
        return new ProcResize(state, new WakeUp(state, null, null));
    }

    /** Of machines that have no verbs, and padding for direct goroutines. */
    public static MachinePool machines(SchedulerState state) {
        return new MachinePool(state, new NoVerbs(), () -> {}, GoroutineMode.DIRECT);
    }

    /** Of a scheduler without machines and bulkheads. */
    public static Lifecycle lifecycle(SchedulerState state) {
        return new Lifecycle(state, machines(state), new Bulkheads());
    }

    /** What a machine that is never started does. */
    public static class NoVerbs implements MachineVerbs {

        @Override
        public void live(Machine machine) {}

        @Override
        public GoroutineInfo describe(Machine machine) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void giveWay(Machine machine, boolean asNew) {}

        @Override
        public boolean othersWait(Machine machine) {
            return false;
        }

        @Override
        public void enterBlocking(Machine machine) {}

        @Override
        public void enterWait(Machine machine) {}

        @Override
        public void exitBlocking(Machine machine) {}

        @Override
        public void failed(Machine machine, @Nullable Throwable thrown) {}

        @Override
        public TimedWaits timedWaits() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Netpoll netpoll() {
            throw new UnsupportedOperationException();
        }
    }
}
