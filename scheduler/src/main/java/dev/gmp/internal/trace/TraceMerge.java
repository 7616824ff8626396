package dev.gmp.internal.trace;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the events of several writers in the order of time, and holds one event of each. The events of one writer are
 * in that order already. Of events at the same time, those of the first writer come first.
 */
final class TraceMerge implements Iterator<TraceEvent> {

    private final long beganNanos;
    private final long endNanos;
    private final PriorityQueue<Cursor> cursors = new PriorityQueue<>(
            Comparator.comparingLong(Cursor::nanosSinceBegin).thenComparingInt(cursor -> cursor.rank));

    /** Events before the beginning or after the end are left out. */
    TraceMerge(long beganNanos, long endNanos, Collection<Iterator<TraceEvent>> writers) {
        this.beganNanos = beganNanos;
        this.endNanos = endNanos;
        writers.forEach(events -> enqueue(new Cursor(events, cursors.size())));
    }

    @Override
    public boolean hasNext() {
        return !cursors.isEmpty();
    }

    @Override
    public TraceEvent next() {
        Cursor earliest = cursors.remove(); // throws where there is none
        TraceEvent event = earliest.event;
        enqueue(earliest);
        if (event == null) {
            throw new NoSuchElementException();
        }
        return event;
    }

    private void enqueue(Cursor cursor) {
        if (cursor.tryAdvance()) {
            cursors.add(cursor);
        }
    }

    private final class Cursor {

        final int rank;
        final Iterator<TraceEvent> events;

        @Nullable
        TraceEvent event;

        Cursor(Iterator<TraceEvent> events, int rank) {
            this.events = events;
            this.rank = rank;
        }

        boolean tryAdvance() {
            while (events.hasNext()) {
                event = events.next();
                if (event.nanos() - beganNanos >= 0 && event.nanos() - endNanos <= 0) {
                    return true;
                }
            }
            event = null;
            return false;
        }

        long nanosSinceBegin() {
            return event == null ? Long.MAX_VALUE : event.nanos() - beganNanos;
        }
    }
}
