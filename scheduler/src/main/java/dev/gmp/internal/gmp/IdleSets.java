package dev.gmp.internal.gmp;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.idle.Alarm;
import dev.gmp.internal.idle.IdleProcessors;
import dev.gmp.internal.idle.ParkedStack;
import dev.gmp.internal.idle.SpinningMachines;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Processors and machines without work, and machines that look for it (Go: {@code pidle}, {@code midle}, {@code nmspinning}). */
public final class IdleSets {

    private final Processors all;
    private final IdleProcessors processors;
    private final ParkedStack<Machine> machines = new ParkedStack<>();
    private final ParkedStack<Machine> pollingMachines = new ParkedStack<>();
    private final ParkedStack<Machine> pausedMachines = new ParkedStack<>();
    private final SpinningMachines spinning = new SpinningMachines();

    /** The spinning machine that naps beside a busy processor's runnext (NAP-1, in the wake-up protocol). */
    private final AtomicReference<@Nullable Machine> napper = new AtomicReference<>();

    private final Alarm sysmonAlarm = new Alarm();

    /** All processors are idle. */
    IdleSets(Processors all) {
        this.all = all;
        processors = new IdleProcessors(all.count(), SchedulerConfig.MAX_PROCS);
        for (int id = 0; id < all.count(); id++) {
            all.get(id).tryRevive();
            processors.put(id);
        }
    }

    public IdleProcessors processors() {
        return processors;
    }

    /** Takes an idle processor, or returns null. Sysmon watches from now on. */
    public @Nullable Processor takeProcessor() {
        int id = processors.take();
        if (id < 0) {
            return null;
        }
        sysmonAlarm.ring();
        return all.get(id);
    }

    /** Takes this processor if it is idle. Sysmon watches from now on. */
    public boolean tryTakeProcessor(Processor processor) {
        boolean taken = processors.tryTake(processor.id());
        if (taken) {
            sysmonAlarm.ring();
        }
        return taken;
    }

    /** Where sysmon sleeps while every processor is idle. */
    public Alarm sysmonAlarm() {
        return sysmonAlarm;
    }

    public ParkedStack<Machine> machines() {
        return machines;
    }

    /** The machines that found only goroutines that wait until a pause is over, and sleep until then. */
    public ParkedStack<Machine> pausedMachines() {
        return pausedMachines;
    }

    /** The machine that blocks in the netpoller stands here, and not among the idle ones. */
    public ParkedStack<Machine> pollingMachines() {
        return pollingMachines;
    }

    /** Go: {@code nmspinning}. */
    public SpinningMachines spinning() {
        return spinning;
    }

    /** For the thread of a machine that does not spin. */
    public void startSpinning(Machine machine) {
        machine.setSpinning(true);
        spinning.increment();
    }

    /** For the thread of a machine, whether it spins or not. @return whether it was the last that spun */
    public boolean stopSpinning(Machine machine) {
        if (!machine.isSpinning()) {
            return false;
        }
        machine.setSpinning(false);
        return spinning.decrement();
    }

    public AtomicReference<@Nullable Machine> napper() {
        return napper;
    }
}
