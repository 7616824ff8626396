package dev.gmp.internal.gmp;

import dev.gmp.internal.jdk.VirtualThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that goroutines have started by themselves. They inherit the scheduler, which carries them until it ends,
 * each with a goroutine of its own that is found by the thread's continuation. They are no tasks: no end and no pause
 * waits for them, and none interrupts them. When the scheduler ends, the JDK's own carries them on.
 *
 * <p>ADOPT-1: an adopted thread does not stand still because its scheduler has ended.
 *
 * <pre>
 *     a thread is readied                         the scheduler ends
 *  A1 the thread is runnable                   E1 phase = TERMINATED
 *  A2 the goroutine is in the map              E2 every continuation in the map to the JDK's scheduler
 *  A3 TERMINATED? to the JDK's : into a queue
 * </pre>
 *
 * All four are volatile, so either A3 sees E1, or E2 comes upon a thread that is runnable. A continuation that is handed over
 * and stands in a queue as well is run once only, and it does not matter by which (JDK-4 and JDK-10, in {@link
 * VirtualThreads}). A machine that takes one from its queue after E1 hands it over, too.
 */
public final class AdoptedThreads {

    private final Map<Runnable, VirtualGoroutine> goroutines = new ConcurrentHashMap<>();

    public @Nullable VirtualGoroutine find(Runnable continuation) {
        return goroutines.get(continuation);
    }

    public void add(Runnable continuation, VirtualGoroutine goroutine) {
        goroutines.put(continuation, goroutine);
    }

    public void remove(Runnable continuation) {
        goroutines.remove(continuation);
    }

    /** E2 of ADOPT-1. */
    public void handAllToJdk() {
        if (!goroutines.isEmpty()) { // an end takes no memory otherwise
            goroutines.keySet().forEach(VirtualThreads::handToJdk);
            goroutines.clear();
        }
    }

    public int count() {
        return goroutines.size();
    }

    /** As {@link LiveGoroutines#show}. */
    public boolean show(Predicate<? super VirtualGoroutine> viewer) {
        for (VirtualGoroutine goroutine : goroutines.values()) {
            if (!viewer.test(goroutine)) {
                return false;
            }
        }
        return true;
    }

    /** The adopted threads that are alive at any moment during the call. */
    public List<Thread> threads() {
        List<Thread> threads = new ArrayList<>();
        for (VirtualGoroutine goroutine : goroutines.values()) {
            Thread thread = goroutine.thread();
            if (thread != null) {
                threads.add(thread);
            }
        }
        return threads;
    }
}
