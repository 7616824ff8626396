package dev.gmp.testkit;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;

/** Virtual threads on the JDK's own scheduler, through reflection because tests are compiled for JDK 17. */
public final class DefaultVirtualThreads {

    private DefaultVirtualThreads() {}

    public static ThreadFactory factory() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
            return (ThreadFactory) factory.invoke(builder);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
