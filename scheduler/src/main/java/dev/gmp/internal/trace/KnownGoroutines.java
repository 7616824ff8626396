package dev.gmp.internal.trace;

import dev.gmp.observe.trace.Timeline.Lane;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The numbers of goroutines that have begun and not ended, and those that stand in queues. For one thread. */
final class KnownGoroutines {

    private final IdentityHashMap<Object, Long> numbers = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Readied> readied = new IdentityHashMap<>();
    private long last;

    /** Where a goroutine was put into its queue, and when. */
    record Readied(Lane from, long nanos) {}

    void ready(Object goroutine, Lane from, long now) {
        readied.put(goroutine, new Readied(from, now));
    }

    /** It is taken from its queue. */
    @Nullable
    Readied takeReadied(Object goroutine) {
        return readied.remove(goroutine);
    }

    long numberOf(Object goroutine) {
        return numbers.computeIfAbsent(goroutine, any -> nextNumber());
    }

    /** Of one that is not seen again. */
    long nextNumber() {
        return ++last;
    }

    void forget(@Nullable Object goroutine) {
        numbers.remove(goroutine);
    }

    int count() {
        return numbers.size() + readied.size();
    }
}
