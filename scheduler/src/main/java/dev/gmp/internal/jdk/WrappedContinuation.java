package dev.gmp.internal.jdk;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Finds the continuation of a virtual thread inside what an agent has wrapped around it. An agent's wrapper keeps what it
 * wraps in a field.
 */
final class WrappedContinuation {

    /** An agent may wrap what another one has wrapped. */
    private static final int DEEPEST = 8;

    private WrappedContinuation() {}

    /** @return null if there is none to be found */
    static @Nullable Runnable in(Object wrapper) {
        return find(wrapper, DEEPEST);
    }

    private static @Nullable Runnable find(@Nullable Object candidate, int depth) {
        if (candidate instanceof Runnable runnable && VirtualThreads.isContinuation(runnable)) {
            return runnable;
        }
        if (depth == 0 || !(candidate instanceof Runnable || candidate instanceof Callable<?>)) {
            return null;
        }
        for (Class<?> type = candidate.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                Runnable found = find(valueOf(field, candidate), depth - 1);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static @Nullable Object valueOf(Field field, Object owner) {
        if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
            return null;
        }
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (IllegalAccessException | RuntimeException notOurs) {
            return null;
        }
    }
}
