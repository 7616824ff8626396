package dev.gmp.internal.runq;

import java.util.function.Consumer;
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

    /** Shows a linked list, of which others take and put elements meanwhile. @param most elements to show */
    static <T extends QueueLink<T>> void showEstimated(@Nullable T first, int most, Consumer<? super T> viewer) {
        T each = first;
        for (int shown = 0; each != null && shown < most; shown++) {
            viewer.accept(each);
            each = each.next;
        }
    }
}
