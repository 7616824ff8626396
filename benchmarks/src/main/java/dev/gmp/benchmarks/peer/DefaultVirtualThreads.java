package dev.gmp.benchmarks.peer;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** The virtual threads of the JVM, from JDK 21 on; by reflection, since this module is compiled against Java 17. */
final class DefaultVirtualThreads {
    private DefaultVirtualThreads() {}

    static ExecutorService newThreadPerTaskExecutor() {
        return (ExecutorService) call(Executors.class, "newVirtualThreadPerTaskExecutor", null);
    }

    /** {@code Thread.ofVirtual().factory()}. */
    static ThreadFactory factory() {
        Object builder = call(Thread.class, "ofVirtual", null);
        try {
            return (ThreadFactory) call(Class.forName("java.lang.Thread$Builder"), "factory", builder);
        } catch (ClassNotFoundException e) {
            throw missing(e);
        }
    }

    private static Object call(Class<?> type, String method, @Nullable Object receiver) {
        try {
            return type.getMethod(method).invoke(receiver);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw missing(e);
        }
    }

    private static IllegalStateException missing(ReflectiveOperationException cause) {
        return new IllegalStateException("This JVM has no virtual threads", cause);
    }
}
