package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The thread-locals of a thread, all of them: as the JDK's own pool forgets them where it is asked to. Possible where {@code
 * java.lang} is open.
 */
public final class ThreadLocals {

    private static final @Nullable MethodHandle FORGET = forgetAll();

    private static final @Nullable VarHandle INHERITABLE = inheritable();

    private ThreadLocals() {}

    /** Whether {@link #takeInheritable} can be called. */
    public static boolean canDisinherit() {
        return INHERITABLE != null;
    }

    /**
     * Takes what threads made by the caller would inherit, so that none does until {@link #putInheritable}.
     *
     * @return what to put back
     */
    public static @Nullable Object takeInheritable() {
        Thread current = Thread.currentThread();
        VarHandle inheritable = Objects.requireNonNull(INHERITABLE);
        Object taken = inheritable.get(current);
        inheritable.set(current, null);
        return taken;
    }

    /** Puts back what {@link #takeInheritable} took. */
    public static void putInheritable(@Nullable Object taken) {
        Objects.requireNonNull(INHERITABLE).set(Thread.currentThread(), taken);
    }

    /** By the thread itself. @return false where {@code java.lang} is not open; nothing has changed then */
    public static boolean tryClear(Thread current) {
        if (FORGET == null) {
            return false;
        }
        try {
            FORGET.invokeExact(current);
            return true;
        } catch (Throwable e) {
            throw new AssertionError("a field of a thread could not be written", e);
        }
    }

    private static @Nullable MethodHandle forgetAll() {
        try {
            Lookup lookup = JavaLang.lookup("java.lang.Thread");
            return MethodHandles.foldArguments(
                    forget(lookup, "threadLocals"), forget(lookup, "inheritableThreadLocals"));
        } catch (ReflectiveOperationException closedOrDifferent) {
            return null;
        }
    }

    private static @Nullable VarHandle inheritable() {
        try {
            return JavaLang.lookup("java.lang.Thread")
                    .findVarHandle(Thread.class, "inheritableThreadLocals", mapClass());
        } catch (ReflectiveOperationException closedOrDifferent) {
            return null;
        }
    }

    private static Class<?> mapClass() throws ClassNotFoundException {
        return Class.forName("java.lang.ThreadLocal$ThreadLocalMap");
    }

    private static MethodHandle forget(Lookup lookup, String field) throws ReflectiveOperationException {
        return MethodHandles.insertArguments(
                lookup.findSetter(Thread.class, field, mapClass()), 1, new Object[] {null});
    }
}
