package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.Probe.Event;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.util.FreeHeap;
import dev.gmp.observe.trace.ChromeTrace;
import dev.gmp.observe.trace.FlightRecorder;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.TimelineSink;
import dev.gmp.observe.trace.TraceRecording;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a timeline of what stands in the rings of a {@link RingRecorder}. Thread-safe. */
public final class RingReader implements FlightRecorder {

    /** Of the oldest events in a ring, one in so many may have been written after a later one. */
    private static final int OLDEST = 16;

    private static final long MICRO = 1_000;

    private final SchedulerState state;
    private final @Nullable RingRecorder recorder;

    private static final long LONGEST_WAIT_SECONDS = 5;

    /** One read at a time: each checks that there is room for itself alone. */
    private final ReentrantLock reading = new ReentrantLock();

    /** Switches the flight recorder on, where the settings say so. Before the machines start. */
    public static FlightRecorder of(SchedulerState state) {
        if (!state.config().recorder()) {
            return new RingReader(state, null);
        }
        RingRecorder recorder = new RingRecorder(state.config(), state.clock());
        state.probes().plugInRecorder(recorder);
        return new RingReader(state, recorder);
    }

    /** @param recorder null where it is switched off */
    public RingReader(SchedulerState state, @Nullable RingRecorder recorder) {
        this.state = state;
        this.recorder = recorder;
    }

    @Override
    public boolean isEnabled() {
        return recorder != null;
    }

    @Override
    public Timeline snapshot() {
        return alone(() -> {
            Contents contents = read();
            TimelineLists lists = new TimelineLists();
            build(contents, lists);
            return timeline(contents, lists);
        });
    }

    @Override
    public TraceRecording.Written writeTo(Appendable out, long mostBytes) {
        TraceRecorder.requireFileSize(mostBytes);
        return alone(() -> {
            Contents contents = read();
            ChromeTrace file = ChromeTrace.begin(timeline(contents, new TimelineLists()), out, mostBytes);
            build(contents, file);
            return file.end();
        });
    }

    /** Alone, unless the other reader does not end: it may be a goroutine of a scheduler that has stalled. */
    private <T> T alone(Supplier<T> read) {
        boolean alone = tryBeAlone();
        try {
            return read.get();
        } finally {
            if (alone) {
                reading.unlock();
            }
        }
    }

    private boolean tryBeAlone() {
        try {
            return reading.tryLock(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** @param events in the order of time */
    private record Contents(long beganNanos, long endNanos, Instant end, List<TraceEvent> events, long unread) {}

    private Contents read() {
        RingRecorder writer = recorder;
        if (writer == null) {
            throw new IllegalStateException(
                    "the flight recorder of scheduler " + state.config().name() + " is off");
        }
        requireRoom(writer);
        long endNanos = state.clock().nanos();
        Instant end = Instant.now();
        List<EventRing.Copy> copies =
                Stream.of(writer.rings()).map(EventRing::copy).toList();
        List<String> names = writer.names().all(); // after the events that have their numbers
        Map<Traced, TraceIds> traces = traces(copies);
        List<TraceEvent> events = new ArrayList<>();
        long unread = 0;
        for (EventRing.Copy copy : copies) {
            unread += copy.unread();
            long known = knownSince(copy);
            for (int i = 0; i < copy.words().length; i += EventRing.WORDS) {
                if (copy.words()[i] <= endNanos) {
                    Object name = name(copy.words(), i, names, traces);
                    decode(copy.words(), i, known, name, events);
                }
            }
        }
        events.sort(Comparator.comparingLong(TraceEvent::nanos));
        long began = events.isEmpty() ? endNanos : events.get(0).nanos();
        return new Contents(began, endNanos, end, events, unread);
    }

    private static void requireRoom(RingRecorder writer) {
        long events = 0;
        for (EventRing ring : writer.rings()) {
            events += ring.size();
        }
        FreeHeap.require(events * BYTES_PER_EVENT, "%,d events need".formatted(events));
    }

    /** Since when the ring has all that happened to its processors. */
    private static long knownSince(EventRing.Copy copy) {
        long since = Long.MIN_VALUE;
        int oldest = copy.isPartial() ? copy.words().length / OLDEST : 0;
        for (int i = 0; i < oldest; i += EventRing.WORDS) {
            since = Math.max(since, copy.words()[i]);
        }
        return since;
    }

    /** The event that a trace belongs to: no machine has two such at the same time. */
    private record Traced(long nanos, long machine) {}

    private static Map<Traced, TraceIds> traces(List<EventRing.Copy> copies) {
        Map<Traced, TraceIds> traces = new HashMap<>();
        for (EventRing.Copy copy : copies) {
            long[] words = copy.words();
            for (int i = 0; i < words.length; i += EventRing.WORDS) {
                Event kind = RingRecorder.kindOf(words[i + 1]);
                int first = RingRecorder.nameOf(words[i + 1]);
                long high = TraceIds.highOf(first, words[i + 2]);
                long low = TraceIds.lowOf(words[i + 2], words[i + 3]);
                if (kind == Event.TRACED) {
                    traces.put(traced(words, i), new TraceIds(high, low, 0));
                } else if (kind == Event.SPANNED) {
                    traces.computeIfPresent(traced(words, i), (at, ids) -> new TraceIds(ids.high(), ids.low(), high));
                }
            }
        }
        return traces;
    }

    private static Traced traced(long[] words, int at) {
        return new Traced(words[at], RingRecorder.machineOf(words[at + 1]));
    }

    /** Only some kinds of events have one. */
    private static Object name(long[] words, int at, List<String> names, Map<Traced, TraceIds> traces) {
        Event kind = RingRecorder.kindOf(words[at + 1]);
        boolean isNamed = kind == Event.RAN || kind == Event.PREEMPTED || kind == Event.HANDED_OFF;
        String name = names.get(isNamed ? RingRecorder.nameOf(words[at + 1]) : TaskNames.UNKNOWN);
        TraceIds ids = isNamed ? traces.get(traced(words, at)) : null;
        Labels labels = ids == null ? null : ids.labels();
        return labels == null ? name : new LabelledName(name, labels);
    }

    private static void decode(long[] words, int at, long known, Object name, List<TraceEvent> into) {
        long nanos = words[at];
        long place = words[at + 1];
        long a = words[at + 2];
        long b = words[at + 3];
        Event kind = RingRecorder.kindOf(place);
        int processor = RingRecorder.processorOf(place);
        long machine = RingRecorder.machineOf(place);
        switch (kind) {
            case RAN -> {
                Object goroutine = new Object();
                long began = nanos - a;
                long waited = (b >>> RingRecorder.HOW_BITS) * MICRO;
                into.add(new TraceEvent(Event.READIES, -1, Math.max(0, began - waited), 0, 0, goroutine, null));
                if (began > known) {
                    into.add(new TraceEvent(Event.RAN, machine, began, processor, 0, null, null));
                }
                into.add(new TraceEvent(Event.BEGINS, machine, began, 0, 0, goroutine, name));
                long how = b & (1 << RingRecorder.HOW_BITS) - 1;
                into.add(new TraceEvent(Event.STOPS, machine, nanos, how, 0, goroutine, null));
            }
            case PREEMPTED, HANDED_OFF -> {
                String told = "%s ran for %d ms".formatted(name, b / (MICRO * MICRO));
                into.add(new TraceEvent(kind, -1, nanos, a, machine, null, told));
            }
            case TRACED, SPANNED -> {}
            default -> into.add(new TraceEvent(kind, machine, nanos, a, b, null, null));
        }
    }

    private static void build(Contents contents, TimelineSink sink) {
        TimelineBuilder builder = new TimelineBuilder(contents.beganNanos(), contents.endNanos(), sink);
        builder.addAll(forTheLastTime -> contents.events().iterator(), Set.of());
    }

    private Timeline timeline(Contents contents, TimelineLists lists) {
        Duration length = Duration.ofNanos(contents.endNanos() - contents.beganNanos());
        return lists.timeline(state, contents.end().minus(length), length, contents.unread());
    }
}
