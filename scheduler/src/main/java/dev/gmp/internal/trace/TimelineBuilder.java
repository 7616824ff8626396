package dev.gmp.internal.trace;

import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.TimelineSink;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    private final long beganNanos;
    private final long endNanos;
    private final Map<Long, MachineStory> machines = new HashMap<>();
    private final KnownGoroutines goroutines = new KnownGoroutines();
    private final SliceNames names = new SliceNames();
    private final TimelineSink sink;
    private boolean lossesAreUnknown;

    /** The events in the order of time, as often as asked for. */
    interface Events {

        /** @param forTheLastTime whether they may be let go of one by one */
        Iterator<TraceEvent> inOrder(boolean forTheLastTime);
    }

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
        return goroutines.count();
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
            case READIES -> {
                Lane from = story == null ? MachineStory.readiesOn(MachineStory.OTHERS, now, sink) : story.readies(now);
                goroutines.ready(event.requiredGoroutine(), from, now);
            }
            case STEALS ->
                mark(
                        event,
                        Mark.Kind.STEAL,
                        event.a() < 0 ? "1 from a runnext" : "%d from P%d".formatted(event.b(), event.a()));
            case PREEMPTED -> story(event.b()).loses(event, now, Mark.Kind.PREEMPTION);
            case HANDED_OFF -> story(event.b()).loses(event, now, Mark.Kind.HANDOFF);
            case SEEN -> story(event.b()).sees(event);
            case GIVES_WAY -> mark(event, Mark.Kind.GIVE_WAY, "when asked to");
            case HANDS_OFF -> mark(event, Mark.Kind.HANDOFF, "of P%d, before it blocks".formatted(event.a()));
            case RESIZED -> mark(event, Mark.Kind.RESIZE, "from %d to %d".formatted(event.a(), event.b()));
            case STALLED -> mark(event, Mark.Kind.STALL, "for %d ms".formatted(event.a() / 1_000_000));
            case HELD, RAN_BEFORE, TRACED, SPANNED -> {}
            case DROPS -> {
                if (story == null) {
                    lossesAreUnknown = true;
                    machines.values().forEach(each -> each.leaveProcessor(now, MachineStory.NO_MORE_ROOM));
                } else {
                    story.drops(now, runStill.contains(event.machine()));
                }
            }
            case BEGINS, RAN, STOPS, PARKS, UNPARKS, ACQUIRES, RELEASES -> {
                if (story != null) {
                    story.tell(event, now);
                    story.processor = lossesAreUnknown ? -1 : story.processor;
                }
            }
        }
    }

    private void mark(TraceEvent event, Mark.Kind kind, String detail) {
        Lane lane = event.machine() < 0 ? MachineStory.OTHERS : story(event.machine()).lane;
        sink.mark(new Mark(lane, event.nanos() - beganNanos, kind, detail, List.of()));
    }

    private MachineStory story(long machine) {
        return machines.computeIfAbsent(machine, number -> new MachineStory(number, sink, goroutines, names));
    }
}
