package dev.gmp.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Probe.Event;
import dev.gmp.internal.gmp.Probe.Stop;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Slice;
import dev.gmp.observe.trace.TraceRecording;
import dev.gmp.testkit.Timelines;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is read of two rings that are filled by hand: P0 is busy, P1 is seldom used. */
class RingReaderTest {

    private static final long BUSY = 1;
    private static final long SELDOM = 2;
    private static final Lane P1 = new Lane(Lane.Kind.PROCESSOR, 1);

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final RingRecorder recorder = new RingRecorder(state.config(), state.clock());
    private final RingReader reader = new RingReader(state, recorder);

    /** How many events fill a ring. */
    private final int capacity = (int) (state.config().recorderBytes() / EventRing.BYTES / 2);

    @Test
    void aFileThatIsTooSmallHasTheLastEventsAndSaysThatEarlierOnesAreLeftOut() {
        runBusily(1_000);
        write(Event.RESIZED, 0, -1, 1_001 * 10, 2, 7);
        String all = written(Long.MAX_VALUE);
        String cut = written(TraceRecording.LEAST_FILE_BYTES);

        assertThat(all).contains("\"name\":\"resize\"").doesNotContain("file full");
        assertThat(cut)
                .contains("\"name\":\"resize\"", "earlier events are left out: the file may have 100000 bytes")
                .doesNotContain("later events")
                .endsWith("\n]}\n");
        assertThat(cut.getBytes(StandardCharsets.UTF_8))
                .hasSizeBetween((int) TraceRecording.LEAST_FILE_BYTES / 2, (int) TraceRecording.LEAST_FILE_BYTES);
        assertThat(cut.lines().filter(line -> line.contains("\"end\":\"ended\"")))
                .hasSizeLessThan(1_000);
    }

    /** Each has many times the room of the rest. */
    @Test
    void theLastEventsAreThereAlsoWhereTheyAreTheLargest() {
        runBusily(1_000);
        int longest = recorder.names().numberOf("x".repeat(2_000));
        for (int i = 0; i < 20; i++) {
            ran(0, BUSY, 10_010 + 10L * i, 5, longest);
        }
        write(Event.RESIZED, 0, -1, 11_000, 2, 7);

        assertThat(written(TraceRecording.LEAST_FILE_BYTES))
                .contains("\"name\":\"resize\"", "earlier events")
                .doesNotContain("later events");
    }

    @Test
    void itBeginsWhereAFullRingHasAllItsEvents() {
        ran(1, SELDOM, 20, 15);
        runBusily(capacity + 10_000);
        Timeline timeline = reader.snapshot();

        assertThat(slices(timeline, Lane.Kind.MACHINE, SELDOM)).isEmpty();
        List<Slice> busy = slices(timeline, Lane.Kind.PROCESSOR, 0);
        assertThat(busy).hasSizeBetween(capacity / 10 * 9, capacity);
        assertThat(busy.get(0).startNanos()).isLessThan(10);
    }

    @Test
    void aRunThatBeganBeforeIsShownFromTheBeginning() {
        runBusily(capacity + 10_000);
        long end = 10L * (capacity + 10_000);
        ran(1, SELDOM, end, end - 10);
        write(Event.RELEASES, 1, SELDOM, end, 1, 0);
        Timeline timeline = reader.snapshot();

        assertThat(slices(timeline, Lane.Kind.MACHINE, SELDOM))
                .singleElement()
                .satisfies(slice -> assertThat(slice.startNanos()).isZero())
                .satisfies(slice -> assertThat(slice.end()).isEqualTo("ended"));
        assertThat(slices(timeline, Lane.Kind.PROCESSOR, 1))
                .singleElement()
                .satisfies(slice -> assertThat(slice.startNanos()).isZero());
        assertThat(timeline.arrows()).noneMatch(arrow -> arrow.to().equals(P1));
    }

    @Test
    void ringsThatAreNotFullAreShownFromTheirFirstEventOn() {
        ran(1, SELDOM, 20, 15);
        runBusily(1_000);
        Timeline timeline = reader.snapshot();

        assertThat(slices(timeline, Lane.Kind.PROCESSOR, 1)).hasSize(1);
        assertThat(slices(timeline, Lane.Kind.PROCESSOR, 0)).hasSize(1_000);
    }

    @Test
    void aRunIsOnItsProcessorUntilItLosesItAndHasItsWait() {
        write(Event.PREEMPTED, 1, SELDOM, 17_000, 1, 2_000_000);
        long place = RingRecorder.place(Event.RAN, 1, TaskNames.UNKNOWN, SELDOM);
        recorder.rings()[1].add(20_000, place, 5_000, 4 << RingRecorder.HOW_BITS | Stop.PARKED.ordinal());
        runBusily(1_000);
        Timeline timeline = reader.snapshot();

        Timelines.assertSound(timeline);
        assertThat(slices(timeline, Lane.Kind.PROCESSOR, 1))
                .singleElement()
                .isEqualTo(new Slice(P1, 14_995, 16_995, 1_001, "goroutine", "lost processor"));
        assertThat(slices(timeline, Lane.Kind.MACHINE, SELDOM))
                .singleElement()
                .satisfies(slice -> assertThat(slice.endNanos()).isEqualTo(19_995))
                .satisfies(slice -> assertThat(slice.end()).isEqualTo("parked"));
        assertThat(timeline.arrows())
                .filteredOn(arrow -> arrow.to().equals(P1))
                .singleElement()
                .satisfies(arrow -> assertThat(arrow.fromNanos()).isEqualTo(10_995));
        assertThat(timeline.marks())
                .singleElement()
                .satisfies(mark -> assertThat(mark.detail()).isEqualTo("of P1: goroutine ran for 2 ms"));
    }

    /** It releases nothing, and the next run is on a processor that it has had all the time. */
    @Test
    void theNextRunTellsTheProcessorOfTheOneAtTheBeginning() {
        runBusily(capacity + 10_000);
        long end = 10L * (capacity + 10_000);
        ran(1, SELDOM, end - 50, end - 100);
        ran(1, SELDOM, end - 20, 5);

        assertThat(slices(reader.snapshot(), Lane.Kind.PROCESSOR, 1))
                .hasSize(2)
                .first()
                .satisfies(slice -> assertThat(slice.startNanos()).isZero());
    }

    private String written(long mostBytes) {
        StringBuilder text = new StringBuilder();
        TraceRecording.Written written = reader.writeTo(text, mostBytes);
        assertThat(written.cut()).isEqualTo(text.indexOf("file full") >= 0);
        return text.toString();
    }

    /** One run in ten nanoseconds. Returns when the clock is well beyond them. */
    private void runBusily(int times) {
        for (int i = 1; i <= times; i++) {
            ran(0, BUSY, 10L * i, 5);
        }
        while (state.clock().nanos() < 10L * times + 10_000) {
            Thread.onSpinWait(); // what is later than now is not read
        }
    }

    private void ran(int processor, long machine, long endNanos, long forNanos) {
        ran(processor, machine, endNanos, forNanos, TaskNames.UNKNOWN);
    }

    private void ran(int processor, long machine, long endNanos, long forNanos, int name) {
        long place = RingRecorder.place(Event.RAN, processor, name, machine);
        recorder.rings()[processor].add(endNanos, place, forNanos, Stop.ENDED.ordinal());
    }

    private void write(Event kind, int processor, long machine, long nanos, long a, long b) {
        recorder.rings()[processor].add(nanos, RingRecorder.place(kind, processor, 0, machine), a, b);
    }

    private static List<Slice> slices(Timeline timeline, Lane.Kind kind, long id) {
        return timeline.slices().stream()
                .filter(slice -> slice.lane().equals(new Lane(kind, id)))
                .toList();
    }
}
