package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sched.WakeUp;
import dev.gmp.internal.util.DetachedLog;
import dev.gmp.observe.Listing;
import dev.gmp.observe.LoggedName;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.StringJoiner;

/**
 * Reports a stalled scheduler (Go: checkdead): goroutines wait in queues, and no machine has begun one for a while.
 * That happens when every machine that may exist is blocked. A stall is reported once, and again only after progress in
 * between.
 */
public final class StallWatchdog {

    private static final DetachedLog LOG = new DetachedLog(StallWatchdog.class, Level.WARNING);
    private static final int MOST_FRAMES = 20;

    private final SchedulerState state;
    private final MachinePool machines;
    private final WakeUp wakeUp;
    private final long stallNanos;
    private final Standstill standstill = new Standstill();
    private volatile boolean stalled;

    public StallWatchdog(SchedulerState state, MachinePool machines, WakeUp wakeUp) {
        this.state = state;
        this.machines = machines;
        this.wakeUp = wakeUp;
        this.stallNanos = state.config().stallAfter().toNanos();
    }

    /** Any thread. */
    public boolean isStalled() {
        return stalled;
    }

    /** Whether a stall may begin or end although nothing runs: sysmon must go on ticking. Any thread. */
    public boolean isConcerned() {
        return stalled || anyWaits();
    }

    /** By sysmon, about once a second. */
    public void tick(long now) {
        if (stallNanos == 0) {
            return;
        }
        List<Machine> all = machines.all();
        long steps = machines.created();
        for (Machine machine : all) {
            steps += machine.estimatedSteps();
        }
        standstill.tick(steps, anyWaits(), now);
        long still = standstill.nanos();
        if (still == 0) {
            stalled = false;
        } else if (!stalled && still >= stallNanos) {
            stalled = true;
            state.probes().seldom().stalled(still);
            LOG.log(report(all, still));
        }
    }

    private boolean anyWaits() {
        return wakeUp.workIsVisible() || !state.queues().backlog().isEmpty();
    }

    private String report(List<Machine> all, long nanos) {
        StringJoiner text = new StringJoiner("\n");
        text.add(
                "scheduler %s is stalled: tasks wait, and none has begun for %d ms; procs %d, idle %d, machines %d of at most %d"
                        .formatted(
                                state.config().name(),
                                nanos / 1_000_000,
                                state.processors().count(),
                                state.idle().processors().count(),
                                all.size(),
                                state.config().maxMachines()));
        List<Machine> busy = all.stream().filter(ThreadActivity::hasStack).toList();
        Listing.of(busy, StallWatchdog::describe).forEach(text::add);
        return text.toString();
    }

    private static String describe(Machine machine) {
        StringJoiner text = new StringJoiner("\n    at ");
        Goroutine goroutine = machine.currentAcquire();
        Labels labels = goroutine == null ? null : goroutine.labels();
        text.add("\"" + LoggedName.of(machine.thread().getName()) + "\" "
                + machine.thread().getState() + (labels == null ? "" : " {" + labels + "}"));
        ThreadActivity.stack(machine).stream().limit(MOST_FRAMES).forEach(frame -> text.add(frame.toString()));
        return text.toString();
    }

    /**
     * How long there has been work and no progress, seen about once a second. A pause between two ticks counts for two seconds at
     * most. The whole JVM may have stood still, for a collection of garbage or because its process was stopped. That is no
     * fault of a scheduler. Owned by one thread.
     */
    static final class Standstill {

        static final long LONGEST_TICK_NANOS = 2_000_000_000L;

        private long progress = -1;
        private long lastTick;
        private long nanos;

        /**
         * @param current any number that changes with every progress
         * @param workWaits whether there is something to be done
         */
        void tick(long current, boolean workWaits, long now) {
            nanos = current == progress && workWaits ? nanos + Math.min(now - lastTick, LONGEST_TICK_NANOS) : 0;
            progress = current;
            lastTick = now;
        }

        /** As of the last tick; zero if there was progress since the one before, or no work. */
        long nanos() {
            return nanos;
        }
    }
}
