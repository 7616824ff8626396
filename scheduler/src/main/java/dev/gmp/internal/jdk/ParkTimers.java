package dev.gmp.internal.jdk;

import java.lang.invoke.VarHandle;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Tells what ends a virtual thread's timed park, where the package {@code java.lang} is open and the JDK keeps it in the thread,
 * as from JDK 25 on. It is what {@link TimedParks.Timers#tryWakeAfter} has returned, or the JDK's own.
 */
public final class ParkTimers {

    private static final @Nullable VarHandle TIMER = find();

    private ParkTimers() {}

    /** Of the timed park that a virtual thread is in, or null: there is none, or this JVM does not tell. A racy read. */
    public static @Nullable Future<?> of(Thread virtual) {
        return TIMER == null ? null : (Future<?>) TIMER.getOpaque(virtual);
    }

    private static @Nullable VarHandle find() {
        try {
            var thread = JavaLang.lookup("java.lang.VirtualThread");
            return thread.findVarHandle(thread.lookupClass(), "timeoutTask", Future.class);
        } catch (ReflectiveOperationException closedOrDifferent) {
            return null;
        }
    }
}
