package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Functions of the C library, called through {@code java.lang.foreign}, which is found by reflection since it is newer than
 * our bytecode. Only where native access was granted: to look for one warns otherwise.
 */
final class CLibrary {

    private static final String FOREIGN = "java.lang.foreign.";
    private static final String INT = "JAVA_INT";
    private static final String LONG = "JAVA_LONG";
    private static final String POINTER = "ADDRESS";
    /** Bytes: that of the widest field of a C structure here. */
    private static final long ALIGNMENT = 8;

    private CLibrary() {}

    /** A function that takes the given number of ints and returns one; null if it is not available. */
    static @Nullable MethodHandle find(String function, int ints) {
        return find(function, Collections.nCopies(ints, INT));
    }

    /** A function that takes an int, then the size and the address of a piece of memory. The handle takes the int. */
    static @Nullable MethodHandle find(String function, Memory memory) {
        return find(function, List.of(INT, LONG, POINTER), memory.size(), memory.segment);
    }

    /**
     * A call of the kernel that the C library may have no name for; only where variable arguments are passed like others.
     *
     * @param arguments of type {@link Long} or {@link Memory}; the handle takes nothing
     */
    static @Nullable MethodHandle findSystemCall(long number, Object... arguments) {
        List<String> parameters = new ArrayList<>(List.of(LONG));
        List<Object> values = new ArrayList<>(List.of(number));
        for (Object argument : arguments) {
            parameters.add(argument instanceof Memory ? POINTER : LONG);
            values.add(argument instanceof Memory memory ? memory.segment : argument);
        }
        return find("syscall", parameters, values.toArray());
    }

    /** @param last the values of the last parameters, which the handle does not take */
    private static @Nullable MethodHandle find(String function, List<String> parameters, Object... last) {
        try {
            return MethodHandles.insertArguments(downcall(function, parameters), parameters.size() - last.length, last);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    /** Outside of the heap; zero at first, and never freed. */
    record Memory(Object segment, ByteBuffer bytes) {
        /** @return null if it cannot be had */
        static @Nullable Memory of(long size) {
            try {
                Class<?> arenaClass = foreign("Arena");
                Object arena = arenaClass.getMethod("global").invoke(null);
                Object segment =
                        arenaClass.getMethod("allocate", long.class, long.class).invoke(arena, size, ALIGNMENT);
                ByteBuffer bytes = (ByteBuffer)
                        foreign("MemorySegment").getMethod("asByteBuffer").invoke(segment);
                return new Memory(segment, bytes.order(ByteOrder.nativeOrder()));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                return null;
            }
        }

        long size() {
            return bytes.capacity();
        }

        /** Its content, which the C library sees, in the order of this machine. */
        LongBuffer longs() {
            return bytes.asLongBuffer();
        }
    }

    private static MethodHandle downcall(String function, List<String> parameters) throws ReflectiveOperationException {
        Class<?> linkerClass = foreign("Linker");
        Class<?> layoutClass = foreign("MemoryLayout");
        Class<?> descriptorClass = foreign("FunctionDescriptor");
        Class<?> optionClass = foreign("Linker$Option");
        Object linker = linkerClass.getMethod("nativeLinker").invoke(null);
        Object library = linkerClass.getMethod("defaultLookup").invoke(linker);
        Optional<?> address = (Optional<?>)
                foreign("SymbolLookup").getMethod("find", String.class).invoke(library, function);
        Object layouts = Array.newInstance(layoutClass, parameters.size());
        for (int i = 0; i < parameters.size(); i++) {
            Array.set(layouts, i, layout(parameters.get(i)));
        }
        Object descriptor =
                descriptorClass.getMethod("of", layoutClass, layouts.getClass()).invoke(null, layout(INT), layouts);
        Object noOptions = Array.newInstance(optionClass, 0);
        return (MethodHandle) linkerClass
                .getMethod("downcallHandle", foreign("MemorySegment"), descriptorClass, noOptions.getClass())
                .invoke(linker, address.orElseThrow(), descriptor, noOptions);
    }

    private static Object layout(String field) throws ReflectiveOperationException {
        return foreign("ValueLayout").getField(field).get(null);
    }

    private static Class<?> foreign(String name) throws ClassNotFoundException {
        return Class.forName(FOREIGN + name);
    }
}
