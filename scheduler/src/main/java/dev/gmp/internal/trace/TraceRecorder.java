package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.util.FreeHeap;
import dev.gmp.internal.util.SpinLock;
import dev.gmp.observe.trace.ChromeTrace;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.TimelineSink;
import dev.gmp.observe.trace.TraceRecording;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Notes what a scheduler does. Each machine has a buffer of its own, which it alone writes (TRACE-1, in {@link
 * TraceBuffer}); all other threads share one under a lock that is held for a few instructions.
 *
 * <p>What a machine runs when the recording begins has no beginning in it, and the machine does not tell its end. Therefore
 * the recorder looks at all machines once at each end.
 */
public final class TraceRecorder implements Probe {

    private final SchedulerState state;
    private final Supplier<List<Machine>> machines;
    private final AtomicInteger roomLeft;
    private final Queue<TraceBuffer> buffers = new ConcurrentLinkedQueue<>();
    private final SpinLock othersLock = new SpinLock();
    private final TraceBuffer others;
    private final Instant began = Instant.now();
    private final long beganNanos = System.nanoTime();
    private final List<AtBegin> atBegin = new ArrayList<>();
    private final List<TraceEvent> beginning = new ArrayList<>();

    private record AtBegin(Machine machine, Goroutine goroutine, int steps) {}

    /**
     * @param machines gives those that exist
     * @param mostEvents that find room
     */
    public TraceRecorder(SchedulerState state, Supplier<List<Machine>> machines, int mostEvents) {
        this.state = state;
        this.machines = machines;
        roomLeft = new AtomicInteger(mostEvents);
        others = newBuffer(-1);
    }

    /** Notes what is going on already. Called once, by one thread, after the probe was plugged in. */
    public void noteBeginning() {
        for (int id = 0; id < state.processors().made(); id++) {
            long now = System.nanoTime();
            Machine holder = state.processors().get(id).machine();
            if (holder != null) {
                beginning.add(new TraceEvent(Event.HELD, -1, now, id, holder.number(), null, null));
            }
        }
        for (Machine machine : machines.get()) {
            long now = System.nanoTime();
            int steps = machine.estimatedSteps();
            Goroutine current = machine.currentAcquire();
            if (current != null && !machine.isParked()) {
                atBegin.add(new AtBegin(machine, current, steps));
                beginning.add(new TraceEvent(Event.RAN_BEFORE, -1, now, 0, machine.number(), current, nameOf(current)));
            }
        }
    }

    /**
     * What was recorded. Called by the thread that called {@link #noteBeginning}, or after it, when the probe is pulled out.
     *
     * @throws IllegalStateException if the heap has no room for it; it may be called again then
     */
    public Timeline timeline() {
        Ended ended = end();
        requireRoom();
        TimelineLists lists = new TimelineLists();
        build(ended, lists, false);
        return timeline(ended, lists);
    }

    /** @throws IllegalArgumentException if that is too little for a file */
    public static void requireFileSize(long mostBytes) {
        if (mostBytes < TraceRecording.LEAST_FILE_BYTES) {
            throw new IllegalArgumentException(
                    "mostBytes must be at least %d, but was %d".formatted(TraceRecording.LEAST_FILE_BYTES, mostBytes));
        }
    }

    /** As {@link #timeline}, in a file. Lets go of events as it writes them, so it is called once. */
    public TraceRecording.Written writeTo(Appendable out, long mostBytes) {
        Ended ended = end();
        ChromeTrace file = ChromeTrace.begin(timeline(ended, new TimelineLists()), out, mostBytes);
        build(ended, file, true);
        return file.end();
    }

    /** The end of the recording: how many events each buffer has, those of lost ones, and what the machines run. */
    private record Ended(long nanos, List<Counted> buffers, List<TraceEvent> drops, long dropped, Set<Long> runStill) {}

    private record Counted(TraceBuffer buffer, long events) {}

    private Ended end() {
        Set<Long> runStill = new HashSet<>();
        for (AtBegin each : atBegin) {
            if (each.machine().currentAcquire() == each.goroutine()
                    && each.machine().estimatedSteps() == each.steps()) {
                runStill.add(each.machine().number());
            }
        }
        letGo();
        long endNanos = System.nanoTime();
        List<Counted> counted = new ArrayList<>();
        List<TraceEvent> drops = new ArrayList<>();
        long dropped = 0;
        for (TraceBuffer buffer : buffers) {
            counted.add(new Counted(buffer, buffer.count()));
            long itsDropped = buffer.dropped();
            if (itsDropped > 0) {
                drops.add(new TraceEvent(Event.DROPS, buffer.machine(), buffer.firstDropNanos(), 0, 0, null, null));
            }
            dropped += itsDropped;
        }
        drops.sort(Comparator.comparingLong(event -> event.nanos() - beganNanos));
        return new Ended(endNanos, counted, drops, dropped, runStill);
    }

    private void build(Ended ended, TimelineSink sink, boolean lettingGo) {
        TimelineBuilder builder = new TimelineBuilder(beganNanos, ended.nanos(), sink);
        builder.addAll(forTheLastTime -> inOrder(ended, lettingGo && forTheLastTime), ended.runStill());
    }

    private Iterator<TraceEvent> inOrder(Ended ended, boolean lettingGo) {
        List<Iterator<TraceEvent>> writers = new ArrayList<>();
        for (Counted each : ended.buffers()) {
            writers.add(each.buffer().events(each.events(), lettingGo));
        }
        writers.add(beginning.iterator());
        writers.add(ended.drops().iterator());
        return new TraceMerge(beganNanos, ended.nanos(), writers);
    }

    private Timeline timeline(Ended ended, TimelineLists lists) {
        return lists.timeline(state, began, Duration.ofNanos(ended.nanos() - beganNanos), ended.dropped());
    }

    /** An error for want of memory would be too late: it may end any thread, or the JVM. */
    private void requireRoom() {
        long events = buffers.stream().mapToLong(TraceBuffer::count).sum();
        FreeHeap.require(events * TraceRecording.BYTES_PER_EVENT, "a timeline of %,d events needs".formatted(events));
    }

    /** Lest the machines keep all that was noted. */
    public void letGo() {
        machines.get().forEach(this::forget);
    }

    @Override
    public boolean wantsStacks() {
        return true;
    }

    @Override
    public void hear(
            Event event,
            @Nullable Machine machine,
            long a,
            long b,
            @Nullable Goroutine goroutine,
            @Nullable Object detail) {
        if (machine == null) {
            byOthers(event, a, b, goroutine, detail, null);
            return;
        }
        switch (event) {
            case PREEMPTED, HANDED_OFF -> byOthers(event, a, machine.number(), goroutine, null, labelsOf(goroutine));
            case SEEN -> byOthers(event, a, machine.number(), goroutine, kept(detail), null);
            default -> byMachine(event, machine, a, b, goroutine, detail);
        }
    }

    private void byMachine(
            Event event, Machine machine, long a, long b, @Nullable Goroutine goroutine, @Nullable Object detail) {
        long now = System.nanoTime(); // first: what follows the call happens after it
        Object noted = event == Event.STOPS ? waitReason(goroutine, a) : detail;
        Labels labels = switch (event) {
            case BEGINS -> labelsOf(goroutine);
            case STOPS -> machine.counters().labelsSeen();
            default -> null;
        };
        bufferOf(machine).add(event, now, a, b, goroutine, noted, labels);
    }

    private static @Nullable Object nameOf(Goroutine goroutine) {
        Labels labels = goroutine.labels();
        return labels == null ? goroutine.calledBy() : new LabelledName(goroutine.calledBy(), labels);
    }

    private static @Nullable Labels labelsOf(@Nullable Goroutine goroutine) {
        return goroutine == null ? null : goroutine.labels();
    }

    /** Instead of the name, which is known by then. */
    private static @Nullable String waitReason(@Nullable Goroutine goroutine, long how) {
        return how == Stop.PARKED.ordinal() && goroutine instanceof VirtualGoroutine virtual
                ? virtual.waitReason()
                : null;
    }

    private static @Nullable Object kept(@Nullable Object detail) {
        return detail instanceof List<?> stack
                ? List.copyOf(stack.subList(0, Math.min(stack.size(), Mark.MOST_FRAMES)))
                : null;
    }

    /** Under the lock the clock is read, too, so that their events are in the order of time. */
    private void byOthers(
            Event kind, long a, long b, @Nullable Object goroutine, @Nullable Object name, @Nullable Labels labels) {
        othersLock.lock();
        try {
            others.add(kind, System.nanoTime(), a, b, goroutine, name, labels);
        } finally {
            othersLock.unlock(); // a thread may come to the end of its stack here
        }
    }

    /** By the machine's own thread. */
    private TraceBuffer bufferOf(Machine machine) {
        if (machine.notebook() instanceof Notebook notebook && notebook.recorder() == this) {
            return notebook.buffer();
        }
        TraceBuffer fresh = newBuffer(machine.number());
        machine.setNotebook(new Notebook(this, fresh));
        return fresh;
    }

    private TraceBuffer newBuffer(long machine) {
        TraceBuffer fresh = new TraceBuffer(machine, roomLeft);
        buffers.add(fresh);
        return fresh;
    }

    /** If it is noting something, it opens another buffer that is never read. */
    private void forget(Machine machine) {
        if (machine.notebook() instanceof Notebook notebook && notebook.recorder() == this) {
            machine.setNotebook(null);
        }
    }

    /** The recorder's object on a machine. */
    private record Notebook(TraceRecorder recorder, TraceBuffer buffer) {}
}
