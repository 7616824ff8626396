package dev.gmp.internal.sched;

import dev.gmp.observe.SchedulerListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Who hears of single events. What a listener throws is dropped: it must not harm a machine. */
final class Listeners {

    private final List<SchedulerListener> all = new CopyOnWriteArrayList<>();

    void add(SchedulerListener listener) {
        all.add(listener);
    }

    void remove(SchedulerListener listener) {
        all.remove(listener);
    }

    void schedulingLatency(long nanos) {
        if (all.isEmpty()) {
            return; // a machine must not need memory for nothing
        }
        try {
            tell(listener -> listener.schedulingLatency(Duration.ofNanos(nanos)));
        } catch (OutOfMemoryError e) {
            // Nor may it die of the lack of it: the goroutine that it has taken up would be lost.
        }
    }

    void sliceLength(long nanos) {
        if (all.isEmpty()) {
            return;
        }
        try {
            tell(listener -> listener.sliceLength(Duration.ofNanos(nanos)));
        } catch (OutOfMemoryError e) {
            // dropped, as above
        }
    }

    void admitted(long waitedNanos) {
        tell(listener -> listener.admitted(Duration.ofNanos(waitedNanos)));
    }

    private void tell(Consumer<SchedulerListener> event) {
        for (SchedulerListener listener : all) {
            try {
                event.accept(listener);
            } catch (Throwable fromListener) {
                // Dropped, as the interface says.
            }
        }
    }
}
