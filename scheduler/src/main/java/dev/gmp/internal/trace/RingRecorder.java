package dev.gmp.internal.trace;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.util.UptimeClock;
import org.jspecify.annotations.Nullable;

/**
 * Writes the flight recorder's events into rings, each of which some processors share. An event takes no memory.
 *
 * <p>It hears of goroutines that the scheduler times anyway, at their end, with the times that were read: nothing is added to
 * the path of all others. Of what happens to processors it hears always, and reads the clock for it. {@link RingReader} reads
 * the rings.
 *
 * <pre>
 *   word 0   the time, in nanoseconds of the scheduler's clock
 *   word 1   5 bits kind, 11 bits processor, 16 bits name, 24 bits machine, all of them set for none
 *   word 2   a of the event; for one that ran, for how long
 *   word 3   b of the event; for one that ran, how long it waited before in microseconds, and two bits how it stopped
 * </pre>
 *
 * <p>Two more events follow where the goroutine has labels of a trace ({@link TraceIds}).
 */
public final class RingRecorder implements Probe {

    static final int HOW_BITS = 2;

    private static final int KIND_SHIFT = 51;
    private static final int PROCESSOR_SHIFT = 40;
    private static final int NAME_SHIFT = 24;
    private static final int KIND_MASK = (1 << EventRing.PAYLOAD_BITS - KIND_SHIFT) - 1;
    private static final int PROCESSOR_MASK = (1 << KIND_SHIFT - PROCESSOR_SHIFT) - 1;
    private static final int NAME_MASK = (1 << PROCESSOR_SHIFT - NAME_SHIFT) - 1;
    private static final int MACHINE_MASK = (1 << NAME_SHIFT) - 1;
    private static final Event[] KINDS = Event.values();
    private static final int LEAST_EVENTS = 16;
    private static final int MOST_RINGS = 64;

    private final UptimeClock clock;
    private final EventRing[] rings;
    private final TaskNames names = new TaskNames();

    public RingRecorder(SchedulerConfig config, UptimeClock clock) {
        this.clock = clock;
        int wanted = Math.min(config.maxProcs(), MOST_RINGS);
        rings = new EventRing[Integer.highestOneBit(2 * wanted - 1)]; // rounded up to a power of two
        long events = config.recorderBytes() / EventRing.BYTES / rings.length;
        for (int i = 0; i < rings.length; i++) {
            rings[i] = new EventRing((int) Math.max(LEAST_EVENTS, Long.highestOneBit(events)));
        }
    }

    EventRing[] rings() {
        return rings;
    }

    TaskNames names() {
        return names;
    }

    @Override
    public void ran(Machine machine, Processor on, @Nullable Object name, Stop how, Run run) {
        write(
                Event.RAN,
                run.endNanos(),
                machine,
                on.id(),
                names.numberOf(name),
                run.endNanos() - run.beginNanos(),
                run.waitedMicros() << HOW_BITS | how.ordinal());
        writeTrace(machine.counters().labelsSeen(), run.endNanos(), machine, on.id());
    }

    @Override
    public void hear(
            Event event,
            @Nullable Machine machine,
            long a,
            long b,
            @Nullable Goroutine goroutine,
            @Nullable Object detail) {
        switch (event) {
            case ACQUIRES, RELEASES, HANDS_OFF ->
                write(event, clock.nanos(), machine, (int) a, TaskNames.UNKNOWN, a, b);
            case PREEMPTED, HANDED_OFF -> {
                Object name = goroutine == null ? null : goroutine.calledBy();
                long now = clock.nanos();
                write(event, now, machine, (int) a, names.numberOf(name), a, b);
                writeTrace(goroutine == null ? null : goroutine.labels(), now, machine, (int) a);
            }
            case STEALS, GIVES_WAY, RESIZED, STALLED -> {
                Processor last = machine == null ? null : machine.previous();
                write(event, clock.nanos(), machine, last == null ? 0 : last.id(), TaskNames.UNKNOWN, a, b);
            }
            default -> {} // goroutines are told of by ran
        }
    }

    /** After the event that they belong to. An event has no room for them, and most need none. */
    private void writeTrace(@Nullable Labels labels, long nanos, @Nullable Machine machine, int processor) {
        TraceIds ids = TraceIds.of(labels);
        if (ids != null) {
            write(Event.TRACED, nanos, machine, processor, ids.high(), ids.low());
            write(Event.SPANNED, nanos, machine, processor, ids.span(), 0);
        }
    }

    private void write(Event kind, long nanos, @Nullable Machine machine, int processor, long high, long low) {
        long middle = TraceIds.middleBits(high, low);
        write(kind, nanos, machine, processor, TraceIds.firstBits(high), middle, low);
    }

    private void write(Event kind, long nanos, @Nullable Machine machine, int processor, int name, long a, long b) {
        long place = place(kind, processor, name, machine == null ? -1 : machine.number());
        rings[processor & rings.length - 1].add(nanos, place, a, b);
    }

    /** @param machine its number, or -1 */
    static long place(Event kind, int processor, int name, long machine) {
        return (long) kind.ordinal() << KIND_SHIFT
                | (long) (processor & PROCESSOR_MASK) << PROCESSOR_SHIFT
                | (long) name << NAME_SHIFT
                | machine & MACHINE_MASK;
    }

    static Event kindOf(long place) {
        return KINDS[(int) (place >>> KIND_SHIFT) & KIND_MASK];
    }

    static int processorOf(long place) {
        return (int) (place >>> PROCESSOR_SHIFT) & PROCESSOR_MASK;
    }

    static int nameOf(long place) {
        return (int) (place >>> NAME_SHIFT) & NAME_MASK;
    }

    /** @return its number, or -1 */
    static long machineOf(long place) {
        long machine = place & MACHINE_MASK;
        return machine == MACHINE_MASK ? -1 : machine;
    }
}
