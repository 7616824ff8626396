package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Functions of the C library, called through {@code java.lang.foreign}, which is found by reflection since it is newer than
 * our bytecode. Only where native access was granted: to look for one warns otherwise.
 */
final class CLibrary {

    private static final String FOREIGN = "java.lang.foreign.";
    private static final long ZEROES = 64;
    private static final long ALIGNMENT = 8;

    private CLibrary() {}

    /** A function that takes so many ints and returns one; null if it cannot be had. */
    static @Nullable MethodHandle find(String function, int ints) {
        try {
            return downcall(function, ints, 0);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    /** One that takes so many ints and a pointer, to memory that is all zero here. The handle takes the ints. */
    static @Nullable MethodHandle findWithZeroes(String function, int ints) {
        try {
            return MethodHandles.insertArguments(downcall(function, ints, 1), ints, zeroes());
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    private static MethodHandle downcall(String function, int ints, int pointers) throws ReflectiveOperationException {
        Class<?> linkerClass = foreign("Linker");
        Class<?> layoutClass = foreign("MemoryLayout");
        Class<?> descriptorClass = foreign("FunctionDescriptor");
        Class<?> optionClass = foreign("Linker$Option");
        Object linker = linkerClass.getMethod("nativeLinker").invoke(null);
        Object library = linkerClass.getMethod("defaultLookup").invoke(linker);
        Optional<?> address = (Optional<?>)
                foreign("SymbolLookup").getMethod("find", String.class).invoke(library, function);
        Object anInt = layout("JAVA_INT");
        Object parameters = Array.newInstance(layoutClass, ints + pointers);
        for (int i = 0; i < ints + pointers; i++) {
            Array.set(parameters, i, i < ints ? anInt : layout("ADDRESS"));
        }
        Object descriptor = descriptorClass
                .getMethod("of", layoutClass, parameters.getClass())
                .invoke(null, anInt, parameters);
        Object noOptions = Array.newInstance(optionClass, 0);
        return (MethodHandle) linkerClass
                .getMethod("downcallHandle", foreign("MemorySegment"), descriptorClass, noOptions.getClass())
                .invoke(linker, address.orElseThrow(), descriptor, noOptions);
    }

    /** Never freed. */
    private static Object zeroes() throws ReflectiveOperationException {
        Class<?> arenaClass = foreign("Arena");
        Object arena = arenaClass.getMethod("global").invoke(null);
        return arenaClass.getMethod("allocate", long.class, long.class).invoke(arena, ZEROES, ALIGNMENT);
    }

    private static Object layout(String field) throws ReflectiveOperationException {
        return foreign("ValueLayout").getField(field).get(null);
    }

    private static Class<?> foreign(String name) throws ClassNotFoundException {
        return Class.forName(FOREIGN + name);
    }
}
