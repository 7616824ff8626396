package dev.gmp.internal.gmp;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Virtual goroutines that the JDK has readied where there was no stack left for that. It would not do so again, so they are
 * left here for a thread that has stack. Lock-free; leaving one takes next to no stack.
 */
public final class DeferredReadies {

    private record Entry(
            VirtualGoroutine goroutine,
            Runnable continuation,
            @Nullable Entry next) {}

    private final AtomicReference<@Nullable Entry> last = new AtomicReference<>();

    /** The argument of {@link VirtualGoroutine#ready}. */
    public void leave(VirtualGoroutine goroutine, Runnable continuation) {
        Entry next;
        do {
            next = last.get();
        } while (!last.compareAndSet(next, new Entry(goroutine, continuation, next)));
    }

    public boolean isEmpty() {
        return last.get() == null;
    }

    public void ready() {
        if (isEmpty()) {
            return;
        }
        for (Entry each = last.getAndSet(null); each != null; each = each.next) {
            each.goroutine.ready(each.continuation);
        }
    }
}
