package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.Probe.Stop;
import dev.gmp.internal.label.Labels;
import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import dev.gmp.observe.trace.TimelineSink;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes slices, arrows and marks of events. It follows each machine through them in the order of time. A goroutine's
 * slice on the machine's lane lasts from its beginning to its stop, and on a processor's lane only while the machine
 * holds that processor.
 *
 * <p>A machine for whose events there is no more room is not followed any further. The loss of a processor is told by
 * other threads; when there is no more room for theirs, no machine is shown on one.
 *
 * <p>It passes on each part when its end is known. What it holds grows with the goroutines that are queued or have begun and
 * not ended, and never takes more memory than the events that it has been told.
 */
final class TimelineBuilder {

    private static final String NO_MORE_ROOM = "no more room";
    private static final Lane OTHERS = new Lane(Lane.Kind.OTHER_THREADS, 0);

    private final long beganNanos;
    private final long endNanos;
    private final Map<Long, MachineStory> machines = new HashMap<>();
    private final IdentityHashMap<Object, Long> numbers = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Readied> readied = new IdentityHashMap<>();
    private final SliceNames names = new SliceNames();
    private final TimelineSink sink;
    private long lastNumber;
    private boolean lossesAreUnknown;

    /** The events in the order of time, as often as asked for. */
    interface Events {

        /** @param forTheLastTime whether they may be let go of one by one */
        Iterator<TraceEvent> inOrder(boolean forTheLastTime);
    }

    /** A goroutine that stands in a queue. */
    private record Readied(Lane from, long nanos) {}

    TimelineBuilder(long beganNanos, long endNanos, TimelineSink sink) {
        this.beganNanos = beganNanos;
        this.endNanos = endNanos;
        this.sink = sink;
    }

    /**
     * Takes all events there are.
     *
     * @param runStill the numbers of the machines that run at the end what they ran at the beginning
     */
    void addAll(Events events, Set<Long> runStill) {
        beginStories(events, runStill);
        for (Iterator<TraceEvent> all = events.inOrder(true); all.hasNext(); ) {
            TraceEvent event = all.next();
            long now = event.nanos() - beganNanos;
            if (sink.isFull()) {
                machines.values().forEach(story -> story.end(now, "file full"));
                sink.cut(now);
                return;
            }
            tell(event, now, runStill);
        }
        machines.values().forEach(story -> story.end(endNanos - beganNanos, "recording ended"));
    }

    /** How many goroutines it holds. */
    int held() {
        return numbers.size() + readied.size();
    }

    /** Reconstructs the state before the recording. */
    private void beginStories(Events events, Set<Long> runStill) {
        events.inOrder(false).forEachRemaining(this::foresee);
        events.inOrder(false).forEachRemaining(event -> beginBefore(event, runStill));
    }

    /**
     * A machine whose first event of a processor is to take one held none before. Nothing follows from what others tell of a
     * machine when there is no more room for its own events.
     */
    private void foresee(TraceEvent event) {
        switch (event.kind()) {
            case ACQUIRES -> story(event.machine()).isProcessorKnown = true;
            case RAN, RELEASES, HANDS_OFF -> story(event.machine()).heldBefore(event.a());
            case PREEMPTED, HANDED_OFF -> {
                if (!story(event.b()).hasDropped) {
                    story(event.b()).heldBefore(event.a());
                }
            }
            case DROPS -> {
                story(event.machine()).hasDropped = true;
                story(event.machine()).goesOn = true;
            }
            case BEGINS, STOPS, PARKS -> story(event.machine()).goesOn = true;
            default -> {}
        }
    }

    /** The goroutine that a machine ran before is known if it had not begun another when it was examined. */
    private void beginBefore(TraceEvent event, Set<Long> runStill) {
        switch (event.kind()) {
            case HELD -> story(event.b()).heldBefore(event.a());
            case BEGINS -> story(event.machine()).hasBegunAnother = true;
            case DROPS -> story(event.machine()).goesOn = false; // it may have begun another
            case RAN_BEFORE -> {
                MachineStory story = story(event.b());
                if (!story.hasBegunAnother && (story.goesOn || runStill.contains(event.b()))) {
                    story.begin(0, event);
                }
            }
            default -> {}
        }
    }

    private void tell(TraceEvent event, long now, Set<Long> runStill) {
        MachineStory story = event.machine() < 0 ? null : story(event.machine());
        switch (event.kind()) {
            case READIES -> readied.put(event.requiredGoroutine(), new Readied(readyLane(story, now), now));
            case STEALS ->
                mark(
                        event,
                        Mark.Kind.STEAL,
                        event.a() < 0 ? "1 from a runnext" : "%d from P%d".formatted(event.b(), event.a()));
            case PREEMPTED -> loses(event, now, Mark.Kind.PREEMPTION);
            case HANDED_OFF -> loses(event, now, Mark.Kind.HANDOFF);
            case SEEN -> sees(event);
            case GIVES_WAY -> mark(event, Mark.Kind.GIVE_WAY, "when asked to");
            case HANDS_OFF -> mark(event, Mark.Kind.HANDOFF, "of P%d, before it blocks".formatted(event.a()));
            case RESIZED -> mark(event, Mark.Kind.RESIZE, "from %d to %d".formatted(event.a(), event.b()));
            case STALLED -> mark(event, Mark.Kind.STALL, "for %d ms".formatted(event.a() / 1_000_000));
            case HELD, RAN_BEFORE, TRACED, SPANNED -> {}
            case DROPS -> {
                if (story == null) {
                    lossesAreUnknown = true;
                    machines.values().forEach(each -> each.leaveProcessor(now, NO_MORE_ROOM));
                } else {
                    story.drops(now, runStill.contains(event.machine()));
                }
            }
            case BEGINS, RAN, STOPS, PARKS, UNPARKS, ACQUIRES, RELEASES -> {
                if (story != null) {
                    story.tell(event, now);
                }
            }
        }
    }

    private void loses(TraceEvent event, long now, Mark.Kind kind) {
        MachineStory story = story(event.b());
        story.passOnLoss();
        story.lostBy = event.goroutine();
        Labels labels = LabelledName.labelsOf(event.name());
        String what = labels != null ? " {" + labels + "}" : event.name() == null ? "" : ": " + event.name();
        story.loss = new Mark(story.lane, now, kind, "of P%d".formatted(event.a()) + what, List.of());
        if (story.running == event.goroutine()) {
            story.label(labels);
        }
        if (story.processor == event.a()) {
            story.leaveProcessor(now, "lost processor");
        }
    }

    /** The stack of a machine that lost a processor is told after the loss. */
    @SuppressWarnings("unchecked") // the recorder has put it there
    private void sees(TraceEvent event) {
        MachineStory story = story(event.b());
        Object stack = event.name();
        Mark loss = story.loss;
        if (stack != null && loss != null && story.lostBy == event.requiredGoroutine()) {
            story.loss =
                    new Mark(loss.lane(), loss.nanos(), loss.kind(), loss.detail(), (List<StackTraceElement>) stack);
            story.passOnLoss();
        }
    }

    /** Where an arrow begins: in the slice of the readying goroutine, else in one of no length of its own. */
    private Lane readyLane(@Nullable MachineStory story, long now) {
        if (story != null && story.goroutine != 0) {
            return story.processor >= 0 ? new Lane(Lane.Kind.PROCESSOR, story.processor) : story.lane;
        }
        if (story != null && story.parkedSince >= 0) {
            return story.lane; // it polls the network
        }
        Lane lane = story == null ? OTHERS : story.lane;
        sink.slice(new Slice(lane, now, now, 0, "readies", ""));
        return lane;
    }

    private void mark(TraceEvent event, Mark.Kind kind, String detail) {
        Lane lane = event.machine() < 0 ? OTHERS : story(event.machine()).lane;
        sink.mark(new Mark(lane, event.nanos() - beganNanos, kind, detail, List.of()));
    }

    private MachineStory story(long machine) {
        return machines.computeIfAbsent(machine, MachineStory::new);
    }

    /** The state of one machine while its events are read. */
    private final class MachineStory {

        final Lane lane;

        /** The one that it holds, or -1. */
        long processor = -1;

        /** Its number, or 0. */
        long goroutine;

        /** The goroutine that ran here when it last lost a processor to others, or null. */
        @Nullable
        Object lostBy;

        /** The mark that says so, as long as its stack may follow; or null. */
        @Nullable
        Mark loss;

        private @Nullable Object running;

        /** Leads to the slice that is open. */
        private @Nullable Arrow arrow;

        private @Nullable Object called;
        private String name = "";
        private long since;
        private long processorSince;
        private long parkedSince = -1;

        // While the state before the recording is reconstructed:
        private boolean isProcessorKnown;
        private boolean goesOn;
        private boolean hasBegunAnother;
        private boolean hasDropped;

        /** Whether anything is known of it. */
        private boolean hasBegun;

        /** Whether there was no more room for what it tells. */
        private boolean isFull;

        MachineStory(long machine) {
            lane = new Lane(Lane.Kind.MACHINE, machine);
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
                case STOPS -> {
                    label(LabelledName.labelsOf(event.name()));
                    stop(now, event.end());
                    if (event.a() == Stop.ENDED.ordinal()) {
                        numbers.remove(running);
                    }
                }
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
                    processor = lossesAreUnknown ? -1 : event.a();
                    processorSince = now;
                    mark(event, Mark.Kind.ACQUIRE, "P%d".formatted(event.a()));
                }
                case RELEASES -> {
                    leaveProcessor(now, "released processor");
                    mark(event, Mark.Kind.RELEASE, "P%d".formatted(event.a()));
                }
                default -> throw new IllegalStateException("not a machine's: " + event);
            }
        }

        void begin(long now, TraceEvent event) {
            Object begun = event.requiredGoroutine();
            begin(now, event, numbers.computeIfAbsent(begun, any -> ++lastNumber), readied.remove(begun));
            running = begun;
        }

        /** Of its goroutine nothing else is known. */
        private void run(long now, TraceEvent event) {
            stop(now, "");
            Readied origin = null;
            if (event.a() >= 0) {
                processor = event.a();
                long queued = Math.max(0, now - event.b());
                origin = new Readied(readyLane(null, queued), queued);
            }
            begin(now, event, ++lastNumber, origin);
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
        void label(@Nullable Labels labels) {
            if (labels != null && labels != LabelledName.labelsOf(called)) {
                called = new LabelledName(LabelledName.bare(called), labels);
                name = names.of(called);
            }
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

        void passOnLoss() {
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
}
