package dev.gmp.internal.jfr;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.ProcessorLoss;
import dev.gmp.observe.jfr.GoroutineEndEvent;
import dev.gmp.observe.jfr.GoroutineParkEvent;
import dev.gmp.observe.jfr.GoroutineStartEvent;
import dev.gmp.observe.jfr.HandOffEvent;
import dev.gmp.observe.jfr.MachineParkEvent;
import dev.gmp.observe.jfr.PreemptionEvent;
import dev.gmp.observe.jfr.ResizeEvent;
import dev.gmp.observe.jfr.StallEvent;
import dev.gmp.observe.jfr.StealEvent;
import org.jspecify.annotations.Nullable;

/** Makes events of what one scheduler does. An event that no recording wants costs its construction, or less. */
final class JfrProbe implements Probe {

    private final String scheduler;

    /** What a machine is at, on its own thread. */
    @SuppressWarnings("ThreadLocalUsage") // one for each scheduler that is recorded
    private final ThreadLocal<@Nullable MachineParkEvent> parks = new ThreadLocal<>();

    JfrProbe(String scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public void readies(@Nullable Machine by, Goroutine goroutine) {}

    @Override
    public void begins(Machine machine, Goroutine goroutine, @Nullable Object name) {
        GoroutineStartEvent event = new GoroutineStartEvent();
        if (event.shouldCommit() && goroutine.isFirstRun()) {
            event.scheduler = scheduler;
            event.task = text(name);
            event.machine = machine.number();
            event.commit();
        }
    }

    @Override
    public void stops(Machine machine, Goroutine goroutine, @Nullable Object name, Stop how) {
        if (how == Stop.ENDED) {
            GoroutineEndEvent event = new GoroutineEndEvent();
            if (event.shouldCommit()) {
                event.scheduler = scheduler;
                event.task = text(name);
                event.machine = machine.number();
                event.commit();
            }
        } else if (how == Stop.PARKED) {
            GoroutineParkEvent event = new GoroutineParkEvent();
            if (event.shouldCommit()) {
                event.scheduler = scheduler;
                event.task = text(name);
                event.machine = machine.number();
                event.commit();
            }
        }
    }

    @Override
    public void steals(Machine thief, int victim, int goroutines) {
        StealEvent event = new StealEvent();
        if (event.shouldCommit()) {
            event.scheduler = scheduler;
            event.machine = thief.number();
            event.victim = victim;
            event.goroutines = goroutines;
            event.commit();
        }
    }

    @Override
    public void parks(Machine machine) {
        MachineParkEvent event = new MachineParkEvent();
        event.begin();
        parks.set(event);
    }

    @Override
    public void unparks(Machine machine) {
        MachineParkEvent event = parks.get();
        parks.remove();
        if (event != null && event.shouldCommit()) {
            event.scheduler = scheduler;
            event.machine = machine.number();
            event.commit();
        }
    }

    @Override
    public void acquires(Machine machine, Processor processor) {}

    @Override
    public void releases(Machine machine, Processor processor) {}

    @Override
    public void loses(
            Machine machine,
            Processor processor,
            @Nullable Goroutine goroutine,
            ProcessorLoss.Kind kind,
            long ranNanos) {
        String task = goroutine == null ? null : taskOf(goroutine);
        if (kind == ProcessorLoss.Kind.PREEMPTION) {
            preemption(machine, processor.id(), task, false, ranNanos);
        } else {
            handOff(machine, processor.id(), task, ranNanos);
        }
    }

    @Override
    public void givesWay(Machine machine) {
        Processor held = machine.processor();
        preemption(machine, held == null ? -1 : held.id(), currentTask(machine), true, 0);
    }

    @Override
    public void handsOff(Machine machine, Processor processor) {
        handOff(machine, processor.id(), currentTask(machine), 0);
    }

    @Override
    public void resized(int before, int after) {
        ResizeEvent event = new ResizeEvent();
        if (event.shouldCommit()) {
            event.scheduler = scheduler;
            event.before = before;
            event.after = after;
            event.commit();
        }
    }

    @Override
    public void stalled(long nanos) {
        StallEvent event = new StallEvent();
        if (event.shouldCommit()) {
            event.scheduler = scheduler;
            event.waitedNanos = nanos;
            event.commit();
        }
    }

    private void preemption(Machine machine, int processor, @Nullable String task, boolean cooperative, long ranNanos) {
        PreemptionEvent event = new PreemptionEvent();
        if (event.shouldCommit()) {
            event.scheduler = scheduler;
            event.task = task;
            event.machine = machine.number();
            event.processor = processor;
            event.cooperative = cooperative;
            event.ranNanos = ranNanos;
            event.commit();
        }
    }

    private void handOff(Machine machine, int processor, @Nullable String task, long ranNanos) {
        HandOffEvent event = new HandOffEvent();
        if (event.shouldCommit()) {
            event.scheduler = scheduler;
            event.task = task;
            event.machine = machine.number();
            event.processor = processor;
            event.ranNanos = ranNanos;
            event.commit();
        }
    }

    private static @Nullable String currentTask(Machine machine) {
        Goroutine current = machine.currentAcquire();
        return current == null ? null : taskOf(current);
    }

    private static @Nullable String taskOf(Goroutine goroutine) {
        return text(goroutine.calledBy());
    }

    private static @Nullable String text(@Nullable Object name) {
        return name instanceof Class<?> task ? DescribedTask.nameOf(task) : name == null ? null : name.toString();
    }
}
