package dev.gmp.benchmarks.workload;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A section that C calls: a frame of C lies below it on the stack, which pins a virtual thread to its carrier. From JDK 22
 * on it is the comparator of {@code qsort}, by the foreign-function API, which Java 17 does not know; before, a monitor
 * is held around it, which pinned then.
 */
public final class NativeFrame implements Runnable {
    private static final int FIRST_WITH_FOREIGN_FUNCTIONS = 22;
    private static final String PACKAGE = "java.lang.foreign.";

    /** Calls the section: {@code ()void}. */
    private final MethodHandle call;

    private NativeFrame(MethodHandle call) {
        this.call = call;
    }

    /** Usable by many threads at once. */
    public static NativeFrame around(Runnable section) {
        try {
            MethodHandle body = MethodHandles.lookup().findVirtual(Runnable.class, "run", methodType(void.class));
            return new NativeFrame(
                    Runtime.version().feature() < FIRST_WITH_FOREIGN_FUNCTIONS
                            ? body.bindTo((Runnable) () -> runInMonitor(section))
                            : qsortWith(body.bindTo(section)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JVM has no foreign functions", e);
        }
    }

    @Override
    public void run() {
        try {
            call.invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void runInMonitor(Runnable section) {
        synchronized (new Object()) {
            section.run();
        }
    }

    /** {@code qsort(array, 2, 4, comparator)}, where the array is two zeros, so that one comparison is enough. */
    private static MethodHandle qsortWith(MethodHandle section) throws ReflectiveOperationException {
        Class<?> segment = foreign("MemorySegment");
        Object pointer = foreign("ValueLayout").getField("ADDRESS").get(null);
        Object size = foreign("ValueLayout").getField("JAVA_LONG").get(null);
        Object number = foreign("ValueLayout").getField("JAVA_INT").get(null);
        Object arena = foreign("Arena").getMethod("global").invoke(null);
        Object linker = foreign("Linker").getMethod("nativeLinker").invoke(null);
        Object noOptions = Array.newInstance(foreign("Linker$Option"), 0);

        MethodHandle compare = MethodHandles.dropArguments(
                MethodHandles.filterReturnValue(section, MethodHandles.constant(int.class, 0)), 0, segment, segment);
        Object comparator = method("Linker", "upcallStub")
                .invoke(linker, compare, function(number, pointer, pointer), arena, noOptions);
        Object array =
                foreign("Arena").getMethod("allocate", long.class, long.class).invoke(arena, 8L, 4L);
        Object qsort = ((Optional<?>) method("SymbolLookup", "find").invoke(symbols(linker), "qsort")).orElseThrow();
        MethodHandle call = (MethodHandle) foreign("Linker")
                .getMethod("downcallHandle", segment, foreign("FunctionDescriptor"), noOptions.getClass())
                .invoke(linker, qsort, function(null, pointer, size, size, pointer), noOptions);
        return MethodHandles.insertArguments(call, 0, array, 2L, 4L, comparator);
    }

    private static Object symbols(Object linker) throws ReflectiveOperationException {
        return foreign("Linker").getMethod("defaultLookup").invoke(linker);
    }

    /** @param result null for none */
    private static Object function(@Nullable Object result, Object... parameters) throws ReflectiveOperationException {
        Class<?> layout = foreign("MemoryLayout");
        Class<?> descriptor = foreign("FunctionDescriptor");
        Object layouts = Array.newInstance(layout, parameters.length);
        for (int i = 0; i < parameters.length; i++) {
            Array.set(layouts, i, parameters[i]);
        }
        return result == null
                ? descriptor.getMethod("ofVoid", layouts.getClass()).invoke(null, layouts)
                : descriptor.getMethod("of", layout, layouts.getClass()).invoke(null, result, layouts);
    }

    /** The method of this name, where there is one. */
    private static Method method(String type, String name) throws ReflectiveOperationException {
        return Arrays.stream(foreign(type).getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(type + "." + name));
    }

    private static Class<?> foreign(String type) throws ClassNotFoundException {
        return Class.forName(PACKAGE + type);
    }
}
