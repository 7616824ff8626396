package dev.gmp.internal.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes executors whose class no agent changes. The JDK calls such an executor with a virtual thread's continuation at
 * moments when nothing may block. An agent would wrap the continuation there, and look up the context of a trace.
 *
 * <p>The class is a hidden one, a copy of {@link Forwarding}: the JVM shows agents every class that it loads, but not
 * these.
 */
public final class HiddenExecutor {

    private static final @Nullable MethodHandle CONSTRUCTOR = defined();

    private HiddenExecutor() {}

    public static boolean isAvailable() {
        return CONSTRUCTOR != null;
    }

    /** An executor that gives everything to the receiver. @throws IllegalStateException if they are not available */
    public static Executor of(Consumer<Runnable> receiver) {
        if (CONSTRUCTOR == null) {
            throw new IllegalStateException("no hidden classes");
        }
        try {
            return (Executor) CONSTRUCTOR.invokeExact(receiver);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("it declares none", e);
        }
    }

    private static @Nullable MethodHandle defined() {
        if (NativeImage.isThis()) {
            return null;
        }
        MethodType type = MethodType.methodType(void.class, Consumer.class);
        try (InputStream file = HiddenExecutor.class.getResourceAsStream("HiddenExecutor$Forwarding.class")) {
            if (file == null) {
                return null;
            }
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(file.readAllBytes(), true);
            return hidden.findConstructor(hidden.lookupClass(), type).asType(type.changeReturnType(Executor.class));
        } catch (IOException | ReflectiveOperationException | LinkageError | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Never loaded under this name. */
    static final class Forwarding implements Executor {

        private final Consumer<Runnable> receiver;

        Forwarding(Consumer<Runnable> receiver) {
            this.receiver = receiver;
        }

        @Override
        public void execute(Runnable command) {
            receiver.accept(command);
        }
    }
}
