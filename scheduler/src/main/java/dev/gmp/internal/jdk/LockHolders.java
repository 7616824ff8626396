package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * Tells which thread holds a lock of {@code java.util.concurrent}, where a flag of the JVM has opened the package
 * {@code java.util.concurrent.locks} to us. No public method tells it of a lock that a virtual thread waits for.
 */
public final class LockHolders {

    private static final @Nullable VarHandle HOLDER = find();

    private LockHolders() {}

    /** Whether this JVM tells. */
    public static boolean areKnown() {
        return HOLDER != null;
    }

    /** What to do where they are not known. */
    public static String howToKnow() {
        return "to find them, start the JVM with --add-opens java.base/java.util.concurrent.locks=" + JavaLang.owner();
    }

    /** The thread that holds it, or null: there is none, or this JVM does not tell. A racy read. */
    public static @Nullable Thread of(AbstractOwnableSynchronizer synchronizer) {
        return HOLDER == null ? null : (Thread) HOLDER.getOpaque(synchronizer);
    }

    private static @Nullable VarHandle find() {
        try {
            Class<?> owner = AbstractOwnableSynchronizer.class;
            return NativeImage.isThis()
                    ? null
                    : MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                            .findVarHandle(owner, "exclusiveOwnerThread", Thread.class);
        } catch (ReflectiveOperationException closedOrDifferent) {
            return null;
        }
    }
}
