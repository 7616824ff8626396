package dev.gmp;

import dev.gmp.internal.util.StackReserve;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.trace.TraceRecording;
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

    /** Of this library, as in its Maven coordinates. */
    public static String version() {
        return Version.TEXT;
    }

    /** Why tasks run on the kind of goroutine that they do, in words. */
    public String goroutinesReason() {
        return observed.kindReason();
    }

    /** Where the number of processors comes from, in words: {@code chosen}, or what was read and where. */
    public String maxProcsReason() {
        return observed.procsReason();
    }

    /** What every processor, machine and queue does now. Takes microseconds and stops nothing. */
    public SchedulerSnapshot snapshot() {
        StackReserve.ensure();
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

    /**
     * The threads on which tasks have begun and not ended: of virtual goroutines their own, parked ones too; of direct ones those
     * of the machines.
     */
    public List<Thread> taskThreads() {
        return observed.taskThreads();
    }

    /**
     * The virtual threads that tasks have started by themselves, and that the scheduler carries though they are none of its tasks.
     * None once it has ended, when the JDK's own scheduler carries them on.
     */
    public List<Thread> adoptedThreads() {
        return observed.adoptedThreads();
    }

    /**
     * Begins to record what every goroutine, machine and processor does; {@link TraceRecording#stop} returns it. Each event
     * costs a reading of the clock and some memory meanwhile.
     *
     * @param mostEvents that find room, about, 1,000 to {@link TraceRecording#MOST_EVENTS}; what comes after those is counted
     *     and dropped
     * @throws IllegalStateException if another recording of this scheduler runs
     */
    public TraceRecording startTrace(int mostEvents) {
        StackReserve.ensure();
        if (mostEvents < 1_000 || mostEvents > TraceRecording.MOST_EVENTS) {
            throw new IllegalArgumentException(
                    "mostEvents must be between 1000 and " + TraceRecording.MOST_EVENTS + ", but was " + mostEvents);
        }
        return observed.startTrace(mostEvents);
    }

    /** The same with {@link TraceRecording#DEFAULT_EVENTS}. */
    public TraceRecording startTrace() {
        return startTrace(TraceRecording.DEFAULT_EVENTS);
    }

    /** From now on the listener hears of events. */
    public void addListener(SchedulerListener listener) {
        observed.addListener(Objects.requireNonNull(listener, "listener"));
    }

    /** From now on the listener is told nothing. Does nothing for one that was never added. */
    public void removeListener(SchedulerListener listener) {
        observed.removeListener(listener);
    }
}
