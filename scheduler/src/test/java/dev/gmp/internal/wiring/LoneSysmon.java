package dev.gmp.internal.wiring;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.DueTimers;
import dev.gmp.internal.sched.NetworkPoller;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.sysmon.LostMachines;
import dev.gmp.internal.sysmon.ProcessorLossLog;
import dev.gmp.internal.sysmon.Retake;
import dev.gmp.internal.sysmon.Sysmon;
import dev.gmp.internal.sysmon.SysmonDuties;

/** A monitor of a scheduler without machines. */
final class LoneSysmon {

    private LoneSysmon() {}

    static Sysmon withDuties(SysmonDuties duties) {
        return of(new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY), duties);
    }

    static Sysmon of(SchedulerState state, SysmonDuties duties) {
        LostMachines lostMachines = new LostMachines(null);
        return new Sysmon(
                state,
                new Retake(
                        state,
                        null,
                        lostMachines,
                        new ProcessorLossLog(Runnable::run),
                        ProtocolState.overload(state),
                        ProtocolState.unpaced(state),
                        OvertimePriority.never()),
                lostMachines,
                new DueTimers(state.clock(), state.processors(), state.idle(), null, null),
                new NetworkPoller(state, null),
                ProtocolState.unpaced(state),
                duties);
    }
}
