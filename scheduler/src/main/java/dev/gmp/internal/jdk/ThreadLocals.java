package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import org.jspecify.annotations.Nullable;

/** The thread-locals of a thread, all of them: as the JDK's own pool forgets them where it is asked to. */
public final class ThreadLocals {

    private static final @Nullable MethodHandle FORGET = forgetAll();

    private ThreadLocals() {}

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
        if (!JavaLang.opened()) {
            return null;
        }
        try {
            Lookup lookup = JavaLang.lookup("java.lang.Thread");
            return MethodHandles.foldArguments(
                    forget(lookup, "threadLocals"), forget(lookup, "inheritableThreadLocals"));
        } catch (ReflectiveOperationException anotherJdk) {
            return null;
        }
    }

    private static MethodHandle forget(Lookup lookup, String field) throws ReflectiveOperationException {
        Class<?> map = Class.forName("java.lang.ThreadLocal$ThreadLocalMap");
        return MethodHandles.insertArguments(lookup.findSetter(Thread.class, field, map), 1, new Object[] {null});
    }
}
