package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The ends of virtual threads' timed parks: {@code Thread.sleep}, {@code LockSupport.parkNanos}, each wait with a
 * timeout.
 *
 * <p>JDK-9: JDK 25 hands the end of such a park of a thread on another scheduler to one of several thread pools in an
 * array, as a delayed task. It does so on the carrier, when the thread has unmounted. It cancels the task on the
 * carrier that runs the thread next. While this class has takers, the array's entries first ask {@link
 * dev.gmp.internal.timed.TimerSetting}. They pass other parks on to the JDK's pool, such as those of threads on other
 * schedulers. The array is restored when the last taker has gone.
 *
 * <p>{@code Object.wait} with a timeout stays with the JDK: a debugger that holds such a thread makes the task spin.
 *
 * <p>Read from {@code java.lang.VirtualThread} of JDK 25. Where that looks different, and before, nothing is done. Safe
 * from any thread; nothing blocks.
 */
public final class TimedParks {

    /** Ends parks at their time. */
    public interface Timers {

        /**
         * On the carrier of the thread that parks. Never blocks and never parks.
         *
         * @param wake ends the park. Runs on a platform thread, at any time from now on; once too often does no harm
         * @return what the JDK cancels when the park has ended before; null to leave this one to the JDK
         */
        @Nullable
        ScheduledFuture<?> tryWakeAfter(Runnable wake, long nanos);
    }

    private static final String HOLDER = "java.lang.VirtualThread$DelayedTaskSchedulers";
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(ScheduledExecutorService[].class);

    private final ScheduledExecutorService[] pools;
    private final Timers timers;
    private final AtomicInteger users = new AtomicInteger();

    /** @param pools the JDK's, where it looks for them */
    TimedParks(ScheduledExecutorService[] pools, Timers timers) {
        this.pools = pools;
        this.timers = timers;
    }

    /** Of this JVM. Nothing is changed before {@link #acquire}. */
    public static TimedParks ofThisJvm(Timers timers) {
        return new TimedParks(find(), timers);
    }

    /** Whether the JDK lets us end timed parks. */
    public boolean available() {
        return pools.length > 0;
    }

    /** The timers are asked from now on. */
    public void acquire() {
        users.incrementAndGet();
        exchange();
    }

    /** One {@link #acquire} is over. What the timers have taken stays with them. */
    public void release() {
        users.decrementAndGet();
        exchange();
    }

    /** @return null to leave it to the JDK */
    @Nullable
    ScheduledFuture<?> tryWakeAfter(Runnable wake, long nanos) {
        return users.get() > 0 ? timers.tryWakeAfter(wake, nanos) : null;
    }

    /** By any thread; one that has acted on what is no longer true acts again. */
    private void exchange() {
        boolean wanted;
        do {
            wanted = users.get() > 0;
            for (int i = 0; i < pools.length; i++) {
                if (wanted) {
                    putOurs(i);
                } else {
                    putBack(i);
                }
            }
        } while (wanted != users.get() > 0);
    }

    private void putOurs(int index) {
        ScheduledExecutorService found = at(index);
        if (asOurs(found) == null) {
            ELEMENT.compareAndSet(pools, index, found, new TimedParkInterceptor(found, this));
        }
    }

    /** Unless another class loader's copy of this class has put its own before ours: then ours stays there, and asks no taker. */
    private void putBack(int index) {
        ScheduledExecutorService found = at(index);
        TimedParkInterceptor ours = asOurs(found);
        if (ours != null) {
            ELEMENT.compareAndSet(pools, index, found, ours.pool());
        }
    }

    private ScheduledExecutorService at(int index) {
        return (ScheduledExecutorService) ELEMENT.getVolatile(pools, index);
    }

    private @Nullable TimedParkInterceptor asOurs(ScheduledExecutorService pool) {
        return pool instanceof TimedParkInterceptor asking && asking.asks(this) ? asking : null;
    }

    private static ScheduledExecutorService[] find() {
        try {
            var holder = JavaLang.lookup(HOLDER);
            return (ScheduledExecutorService[])
                    holder.findStaticGetter(holder.lookupClass(), "INSTANCE", ScheduledExecutorService[].class)
                            .invokeExact();
        } catch (Throwable closedOrDifferent) {
            return new ScheduledExecutorService[0];
        }
    }
}
