package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.Probe.Event;
import dev.gmp.internal.label.Labels;
import dev.gmp.observe.trace.TimelineSink;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A copy of the words in all rings. Events are decoded one by one while a timeline is built: beside the copy, only their order
 * is held.
 *
 * <p>A ring that is seldom written reaches back further than a busy one, whose processors would seem to be idle until its
 * oldest event. So the contents begin where all rings have all their events.
 */
final class RingContents {

    /** Of the oldest events in a ring, one in so many may have been written after a later one. */
    private static final int OLDEST = 16;

    private static final long MICRO = 1_000;

    private final long[] words;
    private final List<String> names;
    private final Map<Traced, TraceIds> traces = new HashMap<>();
    private final long unread;
    private final long beganNanos;
    private final long endNanos;
    private final Instant end = Instant.now();

    /** The event that a trace belongs to: no machine has two such at the same time. */
    private record Traced(long nanos, long machine) {}

    /** @param endNanos the time now: later events are left out, because a ring that is read first has none */
    RingContents(RingRecorder recorder, long endNanos) {
        this.endNanos = endNanos;
        List<EventRing.Copy> copies =
                Stream.of(recorder.rings()).map(EventRing::copy).toList();
        names = recorder.names().all(); // after the events that have their numbers
        words = new long[copies.stream().mapToInt(copy -> copy.words().length).sum()];
        int length = 0;
        for (EventRing.Copy copy : copies) {
            System.arraycopy(copy.words(), 0, words, length, copy.words().length);
            length += copy.words().length;
        }
        unread = copies.stream().mapToLong(EventRing.Copy::unread).sum();
        places().forEach(this::noteTrace);
        long earliest = places().mapToLong(this::firstNanos).min().orElse(endNanos);
        long known = copies.stream()
                .mapToLong(RingContents::knownSince)
                .filter(since -> since <= endNanos) // one that was overwritten since tells nothing
                .max()
                .orElse(0);
        beganNanos = Math.min(endNanos, Math.max(known, earliest));
    }

    /** How many events were not whole. */
    long unread() {
        return unread;
    }

    /** Since when all is known. */
    long beganNanos() {
        return beganNanos;
    }

    long endNanos() {
        return endNanos;
    }

    Instant end() {
        return end;
    }

    /** The times of all events since it began, in their order. A run has the time of its end. */
    long[] times() {
        return places().mapToLong(at -> words[at])
                .filter(nanos -> nanos >= beganNanos && nanos <= endNanos)
                .sorted()
                .toArray();
    }

    /** @param since what ended before is left out, and a run that began before is shown from then on */
    void build(long since, TimelineSink sink) {
        List<Integer> steps = steps(since);
        new TimelineBuilder(since, endNanos, sink)
                .addAll(
                        forTheLastTime -> steps.stream()
                                .map(step -> decode(step, since, forTheLastTime))
                                .iterator(),
                        Set.of());
    }

    private IntStream places() {
        return IntStream.range(0, words.length / EventRing.WORDS).map(event -> event * EventRing.WORDS);
    }

    /** In the order of time. A step is the place of an event's first word, or the next number where a run ends. */
    private List<Integer> steps(long since) {
        List<Integer> steps = new ArrayList<>(2 * words.length / EventRing.WORDS);
        places().filter(at -> words[at] >= since && words[at] <= endNanos).forEach(at -> {
            Event kind = kindOf(at);
            if (kind != Event.TRACED && kind != Event.SPANNED) {
                steps.add(at);
            }
            if (kind == Event.RAN) {
                steps.add(at + 1);
            }
        });
        steps.sort(Comparator.comparingLong(step -> nanosOf(step, since)));
        return steps;
    }

    private long nanosOf(int step, long since) {
        return kindOf(placeOf(step)) == Event.RAN && step == placeOf(step)
                ? Math.max(since, beginNanos(step))
                : words[placeOf(step)];
    }

    private static int placeOf(int step) {
        return step / EventRing.WORDS * EventRing.WORDS;
    }

    private Event kindOf(int at) {
        return RingRecorder.kindOf(words[at + 1]);
    }

    /** When a run began. */
    private long beginNanos(int at) {
        return words[at] - words[at + 2];
    }

    /** For how long it was queued before. */
    private long waitedNanos(int at) {
        return (words[at + 3] >>> RingRecorder.HOW_BITS) * MICRO;
    }

    private long firstNanos(int at) {
        return kindOf(at) == Event.RAN ? Math.max(0, beginNanos(at) - waitedNanos(at)) : words[at];
    }

    /** Since when the ring has all that happened to its processors. */
    private static long knownSince(EventRing.Copy copy) {
        long since = 0;
        int oldest = copy.isPartial() ? copy.words().length / OLDEST : 0;
        for (int i = 0; i < oldest; i += EventRing.WORDS) {
            since = Math.max(since, copy.words()[i] + 1);
        }
        return since;
    }

    private void noteTrace(int at) {
        Event kind = kindOf(at);
        long high = TraceIds.highOf(RingRecorder.nameOf(words[at + 1]), words[at + 2]);
        if (kind == Event.TRACED) {
            traces.put(traced(at), new TraceIds(high, TraceIds.lowOf(words[at + 2], words[at + 3]), 0));
        } else if (kind == Event.SPANNED) {
            traces.computeIfPresent(traced(at), (any, ids) -> new TraceIds(ids.high(), ids.low(), high));
        }
    }

    private Traced traced(int at) {
        return new Traced(words[at], RingRecorder.machineOf(words[at + 1]));
    }

    private Object nameOf(int at) {
        String name = names.get(RingRecorder.nameOf(words[at + 1]));
        TraceIds ids = traces.get(traced(at));
        Labels labels = ids == null ? null : ids.labels();
        return labels == null ? name : new LabelledName(name, labels);
    }

    private TraceEvent decode(int step, long since, boolean withName) {
        int at = placeOf(step);
        long place = words[at + 1];
        long a = words[at + 2];
        long b = words[at + 3];
        Event kind = RingRecorder.kindOf(place);
        long machine = RingRecorder.machineOf(place);
        long nanos = nanosOf(step, since);
        switch (kind) {
            case RAN -> {
                if (step != at) {
                    long how = b & (1 << RingRecorder.HOW_BITS) - 1;
                    return new TraceEvent(Event.STOPS, machine, nanos, how, 0, null, null);
                }
                long on = beginNanos(at) < since ? -1 : RingRecorder.processorOf(place);
                Object name = withName ? nameOf(at) : null;
                return new TraceEvent(kind, machine, nanos, on, waitedNanos(at), null, name);
            }
            case PREEMPTED, HANDED_OFF -> {
                String told = withName ? "%s ran for %d ms".formatted(nameOf(at), b / (MICRO * MICRO)) : null;
                return new TraceEvent(kind, -1, nanos, a, machine, null, told);
            }
            default -> {
                return new TraceEvent(kind, machine, nanos, a, b, null, null);
            }
        }
    }
}
