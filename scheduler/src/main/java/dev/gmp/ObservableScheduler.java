package dev.gmp;

import dev.gmp.internal.sched.Scheduler;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.observe.SchedulerSnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What can be seen of a {@link GmpScheduler}. */
abstract class ObservableScheduler extends AbstractScheduledExecutorService {

    private final Scheduler observed;

    ObservableScheduler(Scheduler observed) {
        this.observed = observed;
    }

    /** What every processor, machine and queue does now. Takes microseconds and stops nothing. */
    public SchedulerSnapshot snapshot() {
        return observed.snapshot();
    }

    /**
     * What the machines are doing at this moment, by {@link dev.gmp.observe.MachineSnapshot#id()}; of one that carries a
     * virtual thread, the stack of that thread. Parked machines are left out. Costs a thread dump.
     */
    public Map<Long, List<StackTraceElement>> machineStacks() {
        return observed.machineStacks(id -> true);
    }

    /** The same for some machines alone, at the price of theirs. Those that have ended are left out, too. */
    public Map<Long, List<StackTraceElement>> machineStacks(Collection<Long> ids) {
        return observed.machineStacks(ids::contains);
    }

    /** From now on the listener hears of events. */
    public void addListener(SchedulerListener listener) {
        observed.addListener(Objects.requireNonNull(listener, "listener"));
    }

    public void removeListener(SchedulerListener listener) {
        observed.removeListener(listener);
    }
}
