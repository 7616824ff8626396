package dev.gmp.simulation;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** What virtual threads are made of, without their thread: the JDK's own {@code Continuation}, from JDK 21 on. */
final class ContinuationCoroutine extends Coroutine {

    private static final MethodHandle NEW;
    private static final MethodHandle RUN;
    private static final MethodHandle YIELD;
    private static final Object SCOPE;

    static {
        MethodHandle create = null;
        MethodHandle run = null;
        MethodHandle yield = null;
        Object scope = null;
        try {
            Method export = Module.class.getDeclaredMethod("implAddExportsToAllUnnamed", String.class);
            export.setAccessible(true); // the build opens java.lang for virtual goroutines
            export.invoke(Object.class.getModule(), "jdk.internal.vm");
            Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
            Class<?> scopes = Class.forName("jdk.internal.vm.ContinuationScope");
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            scope = scopes.getConstructor(String.class).newInstance("simulation");
            create = lookup.findConstructor(continuation, MethodType.methodType(void.class, scopes, Runnable.class))
                    .asType(MethodType.methodType(Object.class, Object.class, Runnable.class));
            run = lookup.findVirtual(continuation, "run", MethodType.methodType(void.class))
                    .asType(MethodType.methodType(void.class, Object.class));
            yield = lookup.findStatic(continuation, "yield", MethodType.methodType(boolean.class, scopes))
                    .asType(MethodType.methodType(void.class, Object.class));
        } catch (ReflectiveOperationException | RuntimeException tooOldOrClosed) {
            create = null;
        }
        NEW = create;
        RUN = run;
        YIELD = yield;
        SCOPE = scope;
    }

    private final Object continuation;

    ContinuationCoroutine(Runnable body) {
        try {
            continuation = (Object) NEW.invokeExact(SCOPE, body);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static boolean available() {
        return NEW != null && !Boolean.getBoolean("gmp.simulation.threads");
    }

    @Override
    void resume() {
        try {
            RUN.invokeExact(continuation);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void suspend() {
        try {
            YIELD.invokeExact(SCOPE);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void abandon() {
        // The garbage collector does.
    }
}
