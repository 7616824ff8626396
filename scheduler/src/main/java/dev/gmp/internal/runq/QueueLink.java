package dev.gmp.internal.runq;

import java.util.function.Predicate;
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

    /**
     * Shows a linked list, of which others take and put elements meanwhile. It breaks off at an element that is taken.
     *
     * @param most elements to show
     * @param viewer says whether it wants more
     * @return how many were shown
     */
    static <T extends QueueLink<T>> int showEstimated(@Nullable T first, int most, Predicate<? super T> viewer) {
        int shown = 0;
        boolean wantsMore = true;
        for (T each = first; each != null && shown < most && wantsMore; each = each.next) {
            wantsMore = viewer.test(each);
            shown++;
        }
        return shown;
    }
}
