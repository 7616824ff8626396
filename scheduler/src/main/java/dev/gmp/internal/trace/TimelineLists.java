package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;
import dev.gmp.observe.trace.TimelineSink;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Keeps what it gets: slices by lane and time, the rest by time. */
final class TimelineLists implements TimelineSink {

    private final List<Slice> slices = new ArrayList<>();
    private final List<Arrow> arrows = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();

    @Override
    public void slice(Slice slice) {
        slices.add(slice);
    }

    @Override
    public void arrow(Arrow arrow) {
        arrows.add(arrow);
    }

    @Override
    public void mark(Mark mark) {
        marks.add(mark);
    }

    List<Slice> slices() {
        slices.sort(Comparator.comparing(Slice::lane).thenComparingLong(Slice::startNanos));
        return slices;
    }

    List<Arrow> arrows() {
        arrows.sort(Comparator.comparingLong(Arrow::toNanos));
        return arrows;
    }

    List<Mark> marks() {
        marks.sort(Comparator.comparingLong(Mark::nanos));
        return marks;
    }

    /** The timeline of a scheduler with all of it. */
    Timeline timeline(SchedulerState state, Instant began, Duration length, long dropped) {
        return new Timeline(
                state.config().name(), began, length, state.processors().count(), dropped, slices(), arrows(), marks());
    }
}
