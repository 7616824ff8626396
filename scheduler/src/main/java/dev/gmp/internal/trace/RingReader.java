package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.util.FreeHeap;
import dev.gmp.internal.util.PatientLock;
import dev.gmp.observe.trace.ChromeTrace;
import dev.gmp.observe.trace.FlightRecorder;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.TraceRecording;
import java.io.Writer;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a timeline of what stands in the rings of a {@link RingRecorder}. Thread-safe. */
public final class RingReader implements FlightRecorder {

    /** The share of a file's bytes that is filled: from nine tenths on it is full. */
    private static final double FILLED = 0.85;

    /** The share of the events that is kept if all seem to fit: those before may have been smaller. */
    private static final double KEPT = 0.97;

    /** So as many are not even counted as surely find no room. */
    private static final int LEAST_BYTES_OF_AN_EVENT = 100;

    private static final int LONGEST_WAIT_SECONDS = 5;

    private final SchedulerState state;
    private final @Nullable RingRecorder recorder;

    /** One read at a time: each checks that there is room for itself alone. */
    private final PatientLock reading = new PatientLock(LONGEST_WAIT_SECONDS);

    /** Switches the flight recorder on, where the settings say so. Before the machines start. */
    public static FlightRecorder of(SchedulerState state) {
        RingRecorder recorder = state.config().recorder() ? new RingRecorder(state.config(), state.clock()) : null;
        if (recorder != null) {
            state.probes().plugInRecorder(recorder);
        }
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
        reading.lock();
        try {
            RingContents contents = read(BYTES_PER_EVENT);
            TimelineLists lists = new TimelineLists();
            contents.build(contents.beganNanos(), lists);
            return timeline(contents, contents.beganNanos(), lists);
        } finally {
            reading.unlock();
        }
    }

    @Override
    public TraceRecording.Written writeTo(Appendable out, long mostBytes) {
        TraceRecorder.requireFileSize(mostBytes);
        reading.lock();
        try {
            RingContents contents = read(BUFFER_BYTES_PER_EVENT);
            return write(contents, firstThatFits(contents, mostBytes), out, mostBytes);
        } finally {
            reading.unlock();
        }
    }

    private RingContents read(int bytesPerEvent) {
        RingRecorder writer = recorder;
        if (writer == null) {
            throw new IllegalStateException(
                    "the flight recorder of scheduler " + state.config().name() + " is off");
        }
        long events = Stream.of(writer.rings()).mapToLong(EventRing::size).sum();
        FreeHeap.require(events * bytesPerEvent, "%,d events need".formatted(events));
        return new RingContents(writer, state.clock().nanos());
    }

    /** Since when the events fit into a file: those before an alarm are the last ones, so older ones are left out. */
    private long firstThatFits(RingContents contents, long mostBytes) {
        long[] times = contents.times();
        int kept = (int) Math.min(times.length, mostBytes / LEAST_BYTES_OF_AN_EVENT);
        long since = kept == times.length ? contents.beganNanos() : times[times.length - kept];
        double room = mostBytes * FILLED;
        for (long bytes = count(contents, since); bytes > room && kept > 1; bytes = count(contents, since)) {
            kept = Math.max(1, (int) (kept * KEPT * room / bytes));
            since = times[times.length - kept];
        }
        return since;
    }

    private long count(RingContents contents, long since) {
        return write(contents, since, Writer.nullWriter(), Long.MAX_VALUE).bytes();
    }

    private TraceRecording.Written write(RingContents contents, long since, Appendable out, long mostBytes) {
        ChromeTrace file = ChromeTrace.begin(timeline(contents, since, new TimelineLists()), out, mostBytes);
        if (since > contents.beganNanos()) {
            file.cutEarlier();
        }
        contents.build(since, file);
        return file.end();
    }

    private Timeline timeline(RingContents contents, long since, TimelineLists lists) {
        Duration length = Duration.ofNanos(contents.endNanos() - since);
        return lists.timeline(state, contents.end().minus(length), length, contents.unread());
    }
}
