package dev.gmp.internal.jfr;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.observe.DescribedTask;
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

    /** The event of a park under way, on the machine's own thread. */
    @SuppressWarnings("ThreadLocalUsage") // one for each scheduler that is recorded
    private final ThreadLocal<@Nullable MachineParkEvent> parks = new ThreadLocal<>();

    JfrProbe(String scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public void hear(
            Event event,
            @Nullable Machine machine,
            long a,
            long b,
            @Nullable Goroutine goroutine,
            @Nullable Object detail) {
        long number = machine == null ? -1 : machine.number();
        switch (event) {
            case BEGINS -> start(number, goroutine, text(detail));
            case STOPS -> stop(number, goroutine, Stop.values()[(int) a], text(detail));
            case STEALS -> steal(number, (int) a, (int) b);
            case PARKS -> beginPark();
            case UNPARKS -> endPark(number);
            case PREEMPTED -> preemption(number, (int) a, taskOf(goroutine), false, b);
            case HANDED_OFF -> handOff(number, (int) a, taskOf(goroutine), b);
            case GIVES_WAY -> preemption(number, heldBy(machine), currentTask(machine), true, 0);
            case HANDS_OFF -> handOff(number, (int) a, currentTask(machine), 0);
            case RESIZED -> resize((int) a, (int) b);
            case STALLED -> stall(a);
            default -> {} // no event of the recorder's
        }
    }

    private void start(long machine, @Nullable Goroutine goroutine, @Nullable String task) {
        GoroutineStartEvent event = new GoroutineStartEvent();
        if (goroutine != null && goroutine.isFirstRun()) {
            event.scheduler = scheduler;
            event.task = task;
            event.machine = machine;
            event.commit();
        }
    }

    private void stop(long machine, @Nullable Goroutine goroutine, Stop how, @Nullable String task) {
        if (how == Stop.ENDED) {
            GoroutineEndEvent event = new GoroutineEndEvent();
            event.scheduler = scheduler;
            event.task = task;
            event.machine = machine;
            event.commit();
        } else if (how == Stop.PARKED) {
            GoroutineParkEvent event = new GoroutineParkEvent();
            event.scheduler = scheduler;
            event.task = task;
            event.waitsFor = goroutine instanceof VirtualGoroutine virtual ? virtual.waitReason() : null;
            event.machine = machine;
            event.commit();
        }
    }

    private void steal(long thief, int victim, int goroutines) {
        StealEvent event = new StealEvent();
        event.scheduler = scheduler;
        event.machine = thief;
        event.victim = victim;
        event.goroutines = goroutines;
        event.commit();
    }

    private void beginPark() {
        MachineParkEvent event = new MachineParkEvent();
        event.begin();
        parks.set(event);
    }

    private void endPark(long machine) {
        MachineParkEvent event = parks.get();
        parks.remove();
        if (event != null) {
            event.scheduler = scheduler;
            event.machine = machine;
            event.commit();
        }
    }

    private void resize(int before, int after) {
        ResizeEvent event = new ResizeEvent();
        event.scheduler = scheduler;
        event.before = before;
        event.after = after;
        event.commit();
    }

    private void stall(long nanos) {
        StallEvent event = new StallEvent();
        event.scheduler = scheduler;
        event.waitedNanos = nanos;
        event.commit();
    }

    private void preemption(long machine, int processor, @Nullable String task, boolean cooperative, long ranNanos) {
        PreemptionEvent event = new PreemptionEvent();
        event.scheduler = scheduler;
        event.task = task;
        event.machine = machine;
        event.processor = processor;
        event.cooperative = cooperative;
        event.ranNanos = ranNanos;
        event.commit();
    }

    private void handOff(long machine, int processor, @Nullable String task, long ranNanos) {
        HandOffEvent event = new HandOffEvent();
        event.scheduler = scheduler;
        event.task = task;
        event.machine = machine;
        event.processor = processor;
        event.ranNanos = ranNanos;
        event.commit();
    }

    private static int heldBy(@Nullable Machine machine) {
        Processor held = machine == null ? null : machine.processor();
        return held == null ? -1 : held.id();
    }

    private static @Nullable String currentTask(@Nullable Machine machine) {
        return machine == null ? null : taskOf(machine.currentAcquire());
    }

    private static @Nullable String taskOf(@Nullable Goroutine goroutine) {
        return goroutine == null ? null : text(goroutine.calledBy());
    }

    private static @Nullable String text(@Nullable Object name) {
        return name instanceof Class<?> task ? DescribedTask.nameOf(task) : name == null ? null : name.toString();
    }
}
