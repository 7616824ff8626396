package dev.gmp.simulation;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/**
 * Methods of one class, as its byte code names them. A public one is a method reference, which a renaming takes along. Others
 * are named by text; whether the class declares them is seen when this is made.
 *
 * @param type the internal name of the class
 */
record NamedMethods(String type, List<String> names) {

    /** A method without parameters. */
    static <T> NamedMethods method(Taking0<T> reference) {
        return referredTo(reference);
    }

    /** A method with one parameter. */
    static <T, A> NamedMethods method(Taking1<T, A> reference) {
        return referredTo(reference);
    }

    /** A method with two parameters. */
    static <T, A, B> NamedMethods method(Taking2<T, A, B> reference) {
        return referredTo(reference);
    }

    /** A method with three parameters. */
    static <T, A, B, C> NamedMethods method(Taking3<T, A, B, C> reference) {
        return referredTo(reference);
    }

    /** Methods that a reference cannot name from here, because they are not public. */
    static NamedMethods hidden(Class<?> declaring, String... names) {
        for (String name : names) {
            List<Method> found = Arrays.stream(declaring.getDeclaredMethods())
                    .filter(method -> method.getName().equals(name))
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalStateException(declaring.getName() + " declares no method " + name);
            }
            if (Modifier.isPublic(declaring.getModifiers())
                    && found.stream().allMatch(method -> Modifier.isPublic(method.getModifiers()))) {
                throw new IllegalStateException(
                        declaring.getName() + "." + name + " is public: name it by a method reference");
            }
        }
        return new NamedMethods(internalName(declaring), List.of(names));
    }

    /** A method of a class that is not public. @param neighbour a public class of the same package */
    static NamedMethods hiddenBeside(Class<?> neighbour, String simpleName, String method) {
        String name = neighbour.getPackageName() + "." + simpleName;
        try {
            return hidden(Class.forName(name, false, neighbour.getClassLoader()), method);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("there is no class " + name, e);
        }
    }

    /** A method of the JDK, which no reference can name where it accepts any arguments, as those of a VarHandle do. */
    static NamedMethods ofJdk(Class<?> declaring, String name) {
        if (Arrays.stream(declaring.getMethods())
                .noneMatch(method -> method.getName().equals(name))) {
            throw new IllegalStateException(declaring.getName() + " has no method " + name);
        }
        return new NamedMethods(internalName(declaring), List.of(name));
    }

    boolean include(String inClass, String name) {
        return type.equals(inClass) && names.contains(name);
    }

    private static NamedMethods referredTo(Serializable reference) {
        try {
            Method form = reference.getClass().getDeclaredMethod("writeReplace");
            form.setAccessible(true);
            SerializedLambda named = (SerializedLambda) form.invoke(reference);
            return new NamedMethods(named.getImplClass(), List.of(named.getImplMethodName()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    interface Taking0<T> extends Serializable {
        void call(T target);
    }

    interface Taking1<T, A> extends Serializable {
        void call(T target, A first);
    }

    interface Taking2<T, A, B> extends Serializable {
        void call(T target, A first, B second);
    }

    interface Taking3<T, A, B, C> extends Serializable {
        void call(T target, A first, B second, C third);
    }
}
