package dev.gmp.internal.jdk;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@link VirtualThreadProbe}: the handles, or why there are none. Handles that are missing throw an
 * {@link IllegalStateException} with the reason, so callers need no check.
 *
 * @param reason why virtual threads are not available; empty if they are
 * @param newThread {@code (Executor, String, int, Runnable)Thread}
 * @param continuationOf {@code (Thread)Runnable}
 * @param threadOf {@code (Runnable)Thread}, for instances of {@code continuationClass}
 * @param continuationClass the one class of all continuations; null if not available
 * @param stateOf {@code (Thread)int}, a volatile read
 * @param yieldedState what {@code stateOf} says after {@code Thread.yield}, or {@link #UNKNOWN_STATE}
 * @param noInheritThreadLocals the characteristics bit that turns inheritance off
 * @param jdkScheduler what carries virtual threads that were given no scheduler; null if not available
 */
record VirtualThreadHandles(
        String reason,
        MethodHandle newThread,
        MethodHandle continuationOf,
        MethodHandle threadOf,
        @Nullable Class<?> continuationClass,
        MethodHandle stateOf,
        int yieldedState,
        int noInheritThreadLocals,
        @Nullable Executor jdkScheduler) {

    static final int UNKNOWN_STATE = -1;

    static final MethodType NEW_THREAD_TYPE =
            methodType(Thread.class, Executor.class, String.class, int.class, Runnable.class);
    static final MethodType CONTINUATION_OF_TYPE = methodType(Runnable.class, Thread.class);
    static final MethodType THREAD_OF_TYPE = methodType(Thread.class, Runnable.class);
    static final MethodType STATE_OF_TYPE = methodType(int.class, Thread.class);

    static VirtualThreadHandles unavailable(String reason) {
        return new VirtualThreadHandles(
                reason,
                throwing(NEW_THREAD_TYPE, reason),
                throwing(CONTINUATION_OF_TYPE, reason),
                throwing(THREAD_OF_TYPE, reason),
                null,
                throwing(STATE_OF_TYPE, reason),
                UNKNOWN_STATE,
                0,
                null);
    }

    boolean available() {
        return reason.isEmpty();
    }

    /** {@code Thread.isVirtual}, public from JDK 21 on; constantly false before. */
    static MethodHandle isVirtual() {
        MethodType type = methodType(boolean.class);
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual", type);
        } catch (ReflectiveOperationException e) {
            return MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class);
        }
    }

    /** A handle of this type that throws a new exception at each call. */
    private static MethodHandle throwing(MethodType type, String reason) {
        try {
            MethodHandle newException = MethodHandles.publicLookup()
                    .findConstructor(IllegalStateException.class, methodType(void.class, String.class))
                    .bindTo(reason);
            MethodHandle raise = MethodHandles.throwException(type.returnType(), IllegalStateException.class);
            return MethodHandles.dropArguments(
                    MethodHandles.collectArguments(raise, 0, newException), 0, type.parameterList());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a public constructor of a public class", e);
        }
    }
}
