package dev.gmp.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.faults.jvm.Child;
import dev.gmp.internal.gmp.Probe.Event;
import dev.gmp.internal.gmp.Probe.Stop;
import dev.gmp.internal.label.Labels;
import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import dev.gmp.observe.trace.TimelineSink;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is held while a recording is written: the events not yet written, and the goroutines that are not over. */
class TraceHeapTest {

    private static final int GOROUTINES = 50_000;

    /** A chunk is let go of after its last event. */
    private static final int MOST_CHUNK = 1_024;

    private final AtomicInteger room = new AtomicInteger(Integer.MAX_VALUE);
    private final TraceBuffer readier = new TraceBuffer(0, room);
    private final TraceBuffer runner = new TraceBuffer(1, room);
    private final Counts counts = new Counts();
    private long now;

    @Test
    void goroutinesThatAreOverAreNotHeld() {
        for (int i = 0; i < GOROUTINES; i++) {
            Object goroutine = new Object();
            readies(goroutine);
            runs(goroutine, Stop.ENDED);
        }
        write();

        assertThat(counts.arrows).isEqualTo(GOROUTINES);
        assertThat(counts.mostHeld).isLessThanOrEqualTo(2);
        assertThat(readier.count() + runner.count()).isLessThanOrEqualTo(2 * MOST_CHUNK);
    }

    /** All are readied before one begins, and each is parked for good, so none is ever over. */
    @Test
    void eventsMakeRoomForTheGoroutinesThatAreHeld() {
        List<Object> goroutines = Stream.generate(Object::new).limit(GOROUTINES).toList();
        goroutines.forEach(this::readies);
        goroutines.forEach(goroutine -> runs(goroutine, Stop.PARKED));
        long events = readier.count() + runner.count();
        write();

        assertThat(events).isEqualTo(3L * GOROUTINES);
        assertThat(counts.arrows).isEqualTo(GOROUTINES);
        assertThat(counts.mostTogether).isLessThanOrEqualTo(events + 2 * MOST_CHUNK);
        assertThat(counts.mostHeld).isLessThanOrEqualTo(GOROUTINES + 1);
    }

    @Test
    void labelsAreKeptAsTheyAreAndBecomeOneText() {
        Labels labels = Labels.with(null, "route", "/b");
        for (int i = 0; i < 3; i++) {
            Object goroutine = new Object();
            runner.add(Event.BEGINS, ++now, 0, 0, goroutine, String.class, labels);
            runner.add(Event.STOPS, ++now, Stop.ENDED.ordinal(), 0, goroutine, null, null);
        }
        LabelledName kept = (LabelledName) runner.events(1, false).next().name();
        write();

        assertThat(kept.labels()).isSameAs(labels);
        assertThat(counts.names).as("different objects").containsExactly("java.lang.String {route=/b}");
    }

    /** Of the flight recorder. A list of its events would take several times as much. */
    @Test
    void aFullRingIsWrittenInASmallHeap() throws Exception {
        try (Child child = Child.start(FullRing.class, List.of("-Xmx32m", "-XX:+UseSerialGC"))) {
            assertThat(child.rest()).containsPattern("131072 events, MB: \\d\\d");
        }
    }

    private void readies(Object goroutine) {
        readier.add(Event.READIES, ++now, 0, 0, goroutine, null, null);
    }

    private void runs(Object goroutine, Stop how) {
        runner.add(Event.BEGINS, ++now, 0, 0, goroutine, "task", null);
        runner.add(Event.STOPS, ++now, how.ordinal(), 0, goroutine, null, null);
    }

    private void write() {
        counts.builder = new TimelineBuilder(0, now, counts);
        long ofReadier = readier.count();
        long ofRunner = runner.count();
        counts.builder.addAll(
                last -> {
                    List<Iterator<TraceEvent>> writers =
                            List.of(readier.events(ofReadier, last), runner.events(ofRunner, last));
                    return new TraceMerge(0, now, writers);
                },
                Set.of());
    }

    private final class Counts implements TimelineSink {

        final Set<String> names = Collections.newSetFromMap(new IdentityHashMap<>());
        TimelineBuilder builder;
        int arrows;
        long mostHeld;
        long mostTogether;

        @Override
        public void slice(Slice slice) {
            names.add(slice.name());
            mostHeld = Math.max(mostHeld, builder.held());
            mostTogether = Math.max(mostTogether, builder.held() + readier.count() + runner.count());
        }

        @Override
        public void arrow(Arrow arrow) {
            arrows++;
        }

        @Override
        public void mark(Mark mark) {}
    }
}
