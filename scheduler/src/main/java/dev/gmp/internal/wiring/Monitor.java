package dev.gmp.internal.wiring;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.jfr.JfrConnection;
import dev.gmp.internal.leak.DeadlockFinder;
import dev.gmp.internal.leak.LeakWatch;
import dev.gmp.internal.profile.GoroutineProfiler;
import dev.gmp.internal.spawn.Rejections;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.internal.stats.GoroutineCensus;
import dev.gmp.internal.stats.GoroutineStats;
import dev.gmp.internal.stats.KindCensus;
import dev.gmp.internal.stats.MachineReader;
import dev.gmp.internal.stats.SnapshotReader;
import dev.gmp.internal.sysmon.LostMachines;
import dev.gmp.internal.sysmon.MaxProcsUpdater;
import dev.gmp.internal.sysmon.Overload;
import dev.gmp.internal.sysmon.ProcessorLossLog;
import dev.gmp.internal.sysmon.Retake;
import dev.gmp.internal.sysmon.StackSampler;
import dev.gmp.internal.sysmon.StallWatchdog;
import dev.gmp.internal.sysmon.Sysmon;
import dev.gmp.internal.sysmon.SysmonDuties;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The parts that observe a scheduler: sysmon with its duties, the snapshots, and the recorder of the JVM. */
final class Monitor {

    final Sysmon sysmon;
    final MaxProcsUpdater maxProcsUpdater;
    final MachineReader machineReader;
    final SnapshotReader snapshotReader;
    final GoroutineProfiler goroutineProfiler;
    final DeadlockFinder deadlockFinder;
    final LeakWatch leakWatch;
    final StackSampler stackSampler;
    final GoroutineStats goroutineStats;
    final Runnable closeRecorder;

    /** @param defaultProcs what the number of processors follows; null when it was chosen */
    Monitor(
            Core core,
            @Nullable DefaultProcs defaultProcs,
            VirtualGoroutines virtualGoroutines,
            Bulkheads bulkheads,
            Rejections rejections) {
        SchedulerState state = core.state;
        SchedulerConfig config = state.config();
        stackSampler = new StackSampler(config.name());
        LostMachines lostMachines = new LostMachines(core.handOff);
        ProcessorLossLog processorLossLog = new ProcessorLossLog(stackSampler::sample);
        Overload overload = new Overload(state, core.wakeUp);
        Retake retake = new Retake(
                state, core.handOff, lostMachines, processorLossLog, overload, core.quotaPacer, core.overtimePriority);
        StallWatchdog watchdog = new StallWatchdog(state, core.machines, core.wakeUp);
        maxProcsUpdater = new MaxProcsUpdater(config, core.procResize, defaultProcs);
        goroutineStats = new GoroutineStats(
                state,
                new GoroutineCensus(state, core.machines, core.lifecycle, virtualGoroutines),
                new KindCensus(state, core.machines));
        Runnable jfr = JfrConnection.connect(config.name(), state.probes());
        closeRecorder = jfr instanceof JfrConnection connection ? connection::close : () -> {};
        goroutineProfiler = new GoroutineProfiler(state, core.machines, virtualGoroutines);
        deadlockFinder = new DeadlockFinder(state, core.machines, virtualGoroutines);
        leakWatch = new LeakWatch(config.name(), config.leakWatch(), goroutineProfiler::profile, deadlockFinder::find);
        List<Runnable> everySecond = List.of(
                jfr,
                core.wakeUp::retry,
                core.timerWaker::afterIdle,
                maxProcsUpdater::tick,
                core.quotaPacer::readLimit,
                () -> watchdog.tick(System.nanoTime()),
                leakWatch::ensureStarted);
        BooleanSupplier whileIdle = () -> watchdog.isConcerned() || core.timerWaker.isMissed();
        sysmon = new Sysmon(
                state,
                retake,
                lostMachines,
                core.dueTimers,
                core.networkPoller,
                core.quotaPacer,
                new SysmonDuties(
                        core.overtimePriority::tryInterrupting,
                        core.handOff::afterIdle,
                        now -> {
                            state.waitClock().advance(now);
                            goroutineStats.tick(now);
                        },
                        everySecond,
                        whileIdle,
                        maxProcsUpdater::isFollowing));
        machineReader = new MachineReader(state, core.machines);
        snapshotReader = new SnapshotReader(
                state,
                machineReader,
                goroutineStats,
                new SnapshotReader.Tasks(
                        core.machines, core.lifecycle, core.queuePermits, rejections, virtualGoroutines),
                new SnapshotReader.Cpus(core.procResize, core.quotaPacer, core.overtimePriority),
                new SnapshotReader.Watch(
                        retake,
                        overload,
                        watchdog,
                        maxProcsUpdater,
                        processorLossLog,
                        leakWatch::suspectedGoroutines,
                        leakWatch::deadlocks),
                bulkheads);
    }
}
