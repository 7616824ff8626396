package dev.gmp.internal.runq;

import org.jspecify.annotations.Nullable;

/**
 * An element that carries its own link, so that moving it between queues allocates nothing (Go: {@code g.schedlink}). An
 * element stands in at most one linked queue at a time; the queue that holds it owns the link.
 *
 * @param <T> the element's own type
 */
public abstract class QueueLink<T extends QueueLink<T>> {

    @Nullable
    T next;
}
