package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.Probe.Stop;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.trace.KnownGoroutines.Readied;
import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import dev.gmp.observe.trace.TimelineSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of one machine while a {@link TimelineBuilder} reads its events. */
final class MachineStory {

    static final Lane OTHERS = new Lane(Lane.Kind.OTHER_THREADS, 0);
    static final String NO_MORE_ROOM = "no more room";

    final Lane lane;
    private final TimelineSink sink;
    private final KnownGoroutines goroutines;
    private final SliceNames names;

    /** The one that it holds, or -1. */
    long processor = -1;

    /** Its number, or 0. */
    private long goroutine;

    /** The goroutine that ran here when it last lost a processor to others, or null. */
    private @Nullable Object lostBy;

    /** The mark that says so, as long as its stack may follow; or null. */
    private @Nullable Mark loss;

    private @Nullable Object running;

    /** Leads to the slice that is open. */
    private @Nullable Arrow arrow;

    private @Nullable Object called;
    private String name = "";
    private long since;
    private long processorSince;
    private long parkedSince = -1;

    // While the state before the recording is reconstructed:
    boolean isProcessorKnown;
    boolean goesOn;
    boolean hasBegunAnother;
    boolean hasDropped;

    /** Whether anything is known of it. */
    private boolean hasBegun;

    /** Whether there was no more room for what it tells. */
    private boolean isFull;

    MachineStory(long machine, TimelineSink sink, KnownGoroutines goroutines, SliceNames names) {
        lane = new Lane(Lane.Kind.MACHINE, machine);
        this.sink = sink;
        this.goroutines = goroutines;
        this.names = names;
    }

    /** Before its first event of a processor, which is this one. */
    void heldBefore(long held) {
        if (!isProcessorKnown && held >= 0) {
            isProcessorKnown = true;
            processor = held;
        }
    }

    void tell(TraceEvent event, long now) {
        if (isFull) {
            return;
        }
        switch (event.kind()) {
            case BEGINS -> begin(now, event);
            case RAN -> run(now, event);
            case STOPS -> stop(now, event);
            case PARKS -> {
                stop(now, "");
                hasBegun = true;
                parkedSince = now;
            }
            case UNPARKS -> {
                parkedSince = hasBegun ? parkedSince : 0; // since before the recording
                unpark(now);
            }
            case ACQUIRES -> {
                leaveProcessor(now, "released processor");
                processor = event.a();
                processorSince = now;
                mark(now, Mark.Kind.ACQUIRE, event);
            }
            case RELEASES -> {
                leaveProcessor(now, "released processor");
                mark(now, Mark.Kind.RELEASE, event);
            }
            default -> throw new IllegalStateException("not a machine's: " + event);
        }
    }

    void begin(long now, TraceEvent event) {
        Object begun = event.requiredGoroutine();
        begin(now, event, goroutines.numberOf(begun), goroutines.takeReadied(begun));
        running = begun;
    }

    /** Of its goroutine nothing else is known. */
    private void run(long now, TraceEvent event) {
        stop(now, "");
        Readied origin = null;
        if (event.a() >= 0) {
            processor = event.a();
            long queued = Math.max(0, now - event.b());
            origin = new Readied(readiesOn(OTHERS, queued, sink), queued);
        }
        begin(now, event, goroutines.nextNumber(), origin);
    }

    private void begin(long now, TraceEvent event, long number, @Nullable Readied origin) {
        stop(now, "");
        unpark(now);
        goroutine = number;
        called = event.name();
        name = names.of(called);
        since = now;
        processorSince = now;
        if (origin != null) {
            Lane to = processor >= 0 ? new Lane(Lane.Kind.PROCESSOR, processor) : lane;
            arrow = new Arrow(goroutine, origin.from(), origin.nanos(), to, now);
        }
    }

    /** What it runs has these labels by now, if any. */
    private void label(@Nullable Labels labels) {
        if (labels != null && labels != LabelledName.labelsOf(called)) {
            called = new LabelledName(LabelledName.bare(called), labels);
            name = names.of(called);
        }
    }

    /** Others took the processor from it. */
    void loses(TraceEvent event, long now, Mark.Kind kind) {
        passOnLoss();
        lostBy = event.goroutine();
        Labels labels = LabelledName.labelsOf(event.name());
        String what = labels != null ? " {" + labels + "}" : event.name() == null ? "" : ": " + event.name();
        loss = new Mark(lane, now, kind, "of P%d".formatted(event.a()) + what, List.of());
        if (running == event.goroutine()) {
            label(labels);
        }
        if (processor == event.a()) {
            leaveProcessor(now, "lost processor");
        }
    }

    /** The stack is told after the loss. */
    @SuppressWarnings("unchecked") // the recorder has put it there
    void sees(TraceEvent event) {
        Object stack = event.name();
        if (stack != null && loss != null && lostBy == event.requiredGoroutine()) {
            loss = new Mark(loss.lane(), loss.nanos(), loss.kind(), loss.detail(), (List<StackTraceElement>) stack);
            passOnLoss();
        }
    }

    /** Where an arrow begins: in the slice of the goroutine that readies another, else in one of no length of its own. */
    Lane readies(long now) {
        if (goroutine != 0) {
            return processor >= 0 ? new Lane(Lane.Kind.PROCESSOR, processor) : lane;
        }
        return parkedSince >= 0 ? lane : readiesOn(lane, now, sink); // parked, it polls the network
    }

    static Lane readiesOn(Lane lane, long now, TimelineSink sink) {
        sink.slice(new Slice(lane, now, now, 0, "readies", ""));
        return lane;
    }

    private void mark(long now, Mark.Kind kind, TraceEvent event) {
        sink.mark(new Mark(lane, now, kind, "P%d".formatted(event.a()), List.of()));
    }

    void leaveProcessor(long now, String how) {
        if (processor >= 0 && goroutine != 0) {
            Lane itsLane = new Lane(Lane.Kind.PROCESSOR, processor);
            passOn(new Slice(itsLane, processorSince, now, goroutine, name, how));
        }
        processor = -1;
    }

    void drops(long now, boolean runsStill) {
        isFull = true;
        if (!runsStill) {
            stop(now, NO_MORE_ROOM);
            unpark(now);
        }
        leaveProcessor(now, NO_MORE_ROOM);
    }

    void end(long now, String how) {
        stop(now, how);
        unpark(now);
        passOnLoss();
    }

    private void passOnLoss() {
        if (loss != null) {
            sink.mark(loss);
            loss = null;
        }
    }

    private void passOn(Slice slice) {
        sink.slice(slice);
        if (arrow != null && arrow.to().equals(slice.lane())) {
            sink.arrow(arrow);
            arrow = null;
        }
    }

    private void stop(long now, TraceEvent event) {
        label(LabelledName.labelsOf(event.name()));
        stop(now, event.end());
        if (event.a() == Stop.ENDED.ordinal()) {
            goroutines.forget(running);
        }
    }

    private void stop(long now, String how) {
        if (goroutine != 0) {
            passOn(new Slice(lane, since, now, goroutine, name, how));
            long held = processor;
            leaveProcessor(now, how);
            processor = held;
            goroutine = 0;
        }
    }

    private void unpark(long now) {
        hasBegun = true;
        if (parkedSince >= 0) {
            sink.slice(new Slice(lane, parkedSince, now, 0, "parked", ""));
            parkedSince = -1;
        }
    }
}
