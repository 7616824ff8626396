package dev.gmp.internal.trace;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;

/**
 * Goes through the events of several writers in the order of time, and holds one event of each. The events of one writer are
 * in that order already. Of events at the same time, those of the first writer come first.
 */
final class TraceMerge implements Iterator<TraceEvent> {

    private final long beganNanos;
    private final long endNanos;
    private final PriorityQueue<Cursor> cursors;

    /** A writer's next event. */
    private record Cursor(TraceEvent event, int rank, Iterator<TraceEvent> following) {}

    /** Events before the beginning or after the end are left out. */
    TraceMerge(long beganNanos, long endNanos, Collection<Iterator<TraceEvent>> writers) {
        this.beganNanos = beganNanos;
        this.endNanos = endNanos;
        cursors = new PriorityQueue<>(Comparator.comparingLong((Cursor cursor) -> cursor.event.nanos() - beganNanos)
                .thenComparingInt(Cursor::rank));
        int rank = 0;
        for (Iterator<TraceEvent> events : writers) {
            enqueue(events, rank++);
        }
    }

    @Override
    public boolean hasNext() {
        return !cursors.isEmpty();
    }

    @Override
    public TraceEvent next() {
        Cursor earliest = cursors.remove(); // throws where there is none
        enqueue(earliest.following, earliest.rank);
        return earliest.event;
    }

    private void enqueue(Iterator<TraceEvent> events, int rank) {
        while (events.hasNext()) {
            TraceEvent event = events.next();
            if (event.nanos() - beganNanos >= 0 && event.nanos() - endNanos <= 0) {
                cursors.add(new Cursor(event, rank, events));
                return;
            }
        }
    }
}
