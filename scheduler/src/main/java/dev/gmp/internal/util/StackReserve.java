package dev.gmp.internal.util;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Keeps stack overflows out of code that must not be cut off. A caller checks first whether the rest of the stack is
 * enough for all of it, and gets the {@link StackOverflowError} at once if not.
 *
 * <p>How: it calls a method with that many local variables, which returns at once. The interpreter checks that a frame
 * fits before it makes it. Code compiled by C1 or C2 may have to go on in the interpreter. So at its entry it touches
 * as much stack as the interpreter would need, for inlined methods too, by a store for each page (HotSpot: {@code
 * bang_size_in_bytes} in {@code c1_Compilation.cpp} and {@code output.cpp}). Native code has a zone of its own below. A
 * JVM that counts otherwise may keep no reserve; nothing else changes.
 *
 * <p>How much: in the interpreter, a submission that starts a thread lost tasks with 2 KB and none with 3 KB. A trace,
 * a recording, or a JDK that calls more deeply, need more; five times as much is five stores, and no cache set
 * overflows. What loads classes for the first time needs more than that: see {@code EagerClassInit} in the package of
 * verbs.
 *
 * <p>After {@code RuntimeHelpers.EnsureSufficientExecutionStack} of .NET. The JDK's own locks use {@code
 * @ReservedStackAccess} (JEP 270), which the JVM heeds in the JDK's code only.
 */
public final class StackReserve {

    private static final int KILOBYTE = 1024;

    /** Each has room for the next one, and for what is between the two. */
    private static final MethodHandle CALLER = WideFrame.define(20 * KILOBYTE / Long.BYTES);

    private static final MethodHandle CALL = WideFrame.define(16 * KILOBYTE / Long.BYTES);
    private static final MethodHandle READYING = WideFrame.define(8 * KILOBYTE / Long.BYTES);

    /**
     * The code that a frame would run: always null. Not final, because the compilers would then leave the frame out.
     */
    private static @Nullable Runnable never;

    static {
        ensureForCaller(); // links the calls
        ensure();
        ensureForReadying();
    }

    private StackReserve() {}

    /** Before a call of the scheduler begins anything. @throws StackOverflowError without enough stack for the call */
    public static void ensure() {
        try {
            CALL.invokeExact(never);
        } catch (Throwable e) {
            throw asError(e);
        }
    }

    /** Before others begin something in which they call the scheduler. @throws StackOverflowError as {@link #ensure} */
    public static void ensureForCaller() {
        try {
            CALLER.invokeExact(never);
        } catch (Throwable e) {
            throw asError(e);
        }
    }

    /** Before a goroutine is readied, maybe inside a call. @throws StackOverflowError as {@link #ensure} */
    public static void ensureForReadying() {
        try {
            READYING.invokeExact(never);
        } catch (Throwable e) {
            throw asError(e);
        }
    }

    private static Error asError(Throwable thrown) {
        return thrown instanceof Error error ? error : new AssertionError("it does nothing", thrown);
    }
}
