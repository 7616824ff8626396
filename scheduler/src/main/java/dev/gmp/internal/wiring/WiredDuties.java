package dev.gmp.internal.wiring;

import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.sched.PoolDuties;
import dev.gmp.internal.sched.ProcResize;
import dev.gmp.internal.sched.WakeUp;
import dev.gmp.internal.sysmon.Sysmon;
import dev.gmp.internal.timed.TimedParking;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of the scheduler do what its pool of machines asks for.
 *
 * @param sysmon null where none runs
 */
record WiredDuties(
        WakeUp wakeUp,
        ProcResize procResize,
        TimedParking timedParking,
        @Nullable Sysmon sysmon) implements PoolDuties {

    @Override
    public void putIdle(Processor processor) {
        procResize.putIdle(processor);
    }

    @Override
    public void beforeStart() {
        timedParking.begin();
        if (sysmon != null) {
            sysmon.ensureStarted();
        }
    }

    @Override
    public void lookForWork() {
        wakeUp.afterShortage();
    }

    @Override
    public void startElsewhere() {
        if (sysmon != null) {
            sysmon.ask();
        }
    }
}
