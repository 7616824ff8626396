package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Makes virtual threads whose scheduler is an {@link Executor} of the caller's.
 *
 * <h2>What the JDK does with that executor</h2>
 *
 * Each thread has one <em>continuation</em>, a {@link Runnable} that is the same object all its life ({@link
 * #continuationOf}). The JDK hands it to {@code execute} whenever the thread becomes runnable; to run the thread, a
 * platform thread calls its {@code run}, which returns when the thread ends or unmounts.
 *
 * <ul>
 * <li>JDK-1, any caller: {@code execute} is called by the carrier itself, by other virtual threads, by the JDK's timer,
 * poller and unblocker threads, by any platform thread. A virtual caller is pinned for the call from JDK 24 on, and
 * stands for its carrier before (but not in {@code start} on JDK 21 to 23). So {@code execute} never blocks and never
 * parks.
 * <li>JDK-2, early: once the thread is parked, {@code execute} may come while {@code run} has not yet returned on the
 * carrier that parked it. A second carrier could then run it at once; the first one's {@code run} no longer touches it.
 * <li>JDK-3, from inside: {@code Thread.yield}, and an unpark that overtook the park, call {@code execute} on the
 * carrier itself, after the unmount and before {@code run} returns. {@link #yielded} tells them apart.
 * <li>JDK-4, twice: {@code Thread.getStackTrace} of another thread that is runnable makes it not runnable for a moment.
 * Then it calls {@code execute} once more, whether or not the first call is still queued. An additional run has no
 * effect: {@code run} of a thread that is not runnable returns at once. The second call must not be dropped as a
 * double: a carrier that called {@code run} in that moment has run nothing. What drops doubles has to mark the thread
 * as taken <em>before</em> calling {@code run}, with a full fence between.
 * <li>JDK-5, no way back: a {@link java.util.concurrent.RejectedExecutionException} from {@code execute} fails {@code
 * start}, which is fine, but at an unpark it loses the thread for ever. An {@code OutOfMemoryError} is retried by the
 * JDK with the same call from JDK 24 on, so it must leave nothing half done.
 * <li>JDK-6, the end: after the task's last line the JDK may still park the thread (it closes scopes the task left
 * open). It is over when {@code run} has returned and {@link Thread#isAlive} is false.
 * <li>JDK-7, inheritance: a virtual thread that one of ours starts without a scheduler of its own takes its starter's
 * executor <em>object</em>. Its continuation is another: {@link #threadOf} tells whose.
 * <li>JDK-8, thrown at the carrier: {@code run} may throw once the thread has unmounted or ended, though its task did
 * not. What another scheduler throws when the thread's end wakes a joiner comes out there; what {@link #yielded} and
 * {@code isAlive} tell is right all the same. So does an {@code OutOfMemoryError} of the JDK's timer, and then this
 * thread never wakes again.
 * </ul>
 *
 * <p>JDK-10, another carrier: a continuation may be run by any platform thread, whatever ran it before. So a thread
 * goes on when its scheduler gives its continuation to another one, such as the JDK's own ({@link #handToJdk}).
 *
 * <p>JDK-9, about timed parks, stands in {@link TimedParks}.
 *
 * <p>Read from {@code java.lang.VirtualThread} of JDK 21 to 25. Every method is safe from any thread and never blocks.
 */
public final class VirtualThreads {
    private static final VirtualThreadHandles HANDLES =
            VirtualThreadProbe.ofThisJvm().probe();

    // Constants of their own: only from a static final field does the JIT inline a handle.
    private static final boolean AVAILABLE = HANDLES.available();
    private static final MethodHandle NEW_THREAD = HANDLES.newThread();
    private static final MethodHandle CONTINUATION_OF = HANDLES.continuationOf();
    private static final MethodHandle THREAD_OF = HANDLES.threadOf();
    private static final @Nullable Class<?> CONTINUATION_CLASS = HANDLES.continuationClass();
    private static final MethodHandle STATE_OF = HANDLES.stateOf();
    private static final int YIELDED = HANDLES.yieldedState();
    private static final @Nullable Executor JDK_SCHEDULER = HANDLES.jdkScheduler();
    private static final MethodHandle IS_VIRTUAL = VirtualThreadHandles.isVirtual();

    private VirtualThreads() {}

    /** Whether this JVM lets us make virtual threads. Never changes while the JVM runs. */
    public static boolean available() {
        return AVAILABLE;
    }

    /** Why {@link #available} is false, for logs: what to add to the JVM's start, and where. Empty when it is true. */
    public static String reason() {
        return HANDLES.reason();
    }

    /**
     * Makes a virtual thread and does not start it.
     *
     * <p>Once started it shows in thread dumps under the root container, beside all threads that no JDK executor
     * started; a container of our own would take a second opened package.
     *
     * @param scheduler gets the thread's continuation each time the thread becomes runnable
     * @param name shown in thread dumps; null for none
     * @param inheritThreadLocals whether it takes copies of the caller's inheritable thread-locals, and the caller's
     *     context class loader. Otherwise the latter is the system class loader, which does not see the classes of an
     *     application server or an executable jar
     * @throws IllegalStateException with {@link #reason} if not {@link #available}
     */
    public static Thread newThread(
            Executor scheduler, @Nullable String name, boolean inheritThreadLocals, Runnable task) {
        int characteristics = inheritThreadLocals ? 0 : HANDLES.noInheritThreadLocals();
        try {
            return (Thread) NEW_THREAD.invokeExact(scheduler, name, characteristics, task);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /**
     * The object that the JDK hands to the thread's scheduler, the same one every time.
     *
     * @param thread made by {@link #newThread}, or told by {@link #threadOf}
     * @throws IllegalStateException with {@link #reason} if not {@link #available}
     */
    public static Runnable continuationOf(Thread thread) {
        try {
            return (Runnable) CONTINUATION_OF.invokeExact(thread);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** Whether it is what the JDK hands to a scheduler, and nothing that was made of it on the way. */
    public static boolean isContinuation(Runnable candidate) {
        return candidate.getClass() == CONTINUATION_CLASS;
    }

    /** The continuation that an agent has wrapped in this, or null if there is none to be found. Looks into fields. */
    public static @Nullable Runnable continuationIn(Runnable wrapper) {
        return WrappedContinuation.in(wrapper);
    }

    /** The virtual thread that this continuation runs, or null if it is no virtual thread's continuation. */
    public static @Nullable Thread threadOf(Runnable continuation) {
        if (!isContinuation(continuation)) {
            return null;
        }
        try {
            return (Thread) THREAD_OF.invokeExact(continuation);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /**
     * Whether the thread left its carrier by {@code Thread.yield} and has not run since. Asked from inside
     * the {@code execute} of JDK-3 it tells a yield from an unpark that overtook the park.
     *
     * <p>Where the JDK does not tell the two apart (21.0.0 and 21.0.1), true.
     *
     * @param thread as for {@link #continuationOf}
     * @throws IllegalStateException with {@link #reason} if not {@link #available}
     */
    public static boolean yielded(Thread thread) {
        try {
            return (int) STATE_OF.invokeExact(thread) == YIELDED || YIELDED == VirtualThreadHandles.UNKNOWN_STATE;
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /**
     * Has the JDK's own scheduler run a thread until it parks, yields or ends. No effect on a thread that is not
     * runnable, as in JDK-4. What the JDK calls next is the thread's own scheduler again.
     *
     * @param continuation of any virtual thread
     * @throws IllegalStateException with {@link #reason} if not {@link #available}
     */
    public static void handToJdk(Runnable continuation) {
        if (JDK_SCHEDULER == null) {
            throw new IllegalStateException(HANDLES.reason());
        }
        JDK_SCHEDULER.execute(continuation);
    }

    /** {@code Thread.isVirtual()}; false on a JDK that has no virtual threads. */
    public static boolean isVirtual(Thread thread) {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** None of the handles declares a checked exception. */
    private static Error unchecked(Throwable e) {
        if (e instanceof RuntimeException runtimeException) {
            throw runtimeException;
        }
        if (e instanceof Error error) {
            throw error;
        }
        throw new AssertionError(e);
    }
}
