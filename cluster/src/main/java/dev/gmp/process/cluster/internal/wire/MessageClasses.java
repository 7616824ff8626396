package dev.gmp.process.cluster.internal.wire;

import dev.gmp.process.Pid;
import dev.gmp.process.cluster.UnregisteredMessageException;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The registered classes of messages and their names. Registered by one thread, then read by many.
 *
 * <p>The default name is {@link Class#getName}: two classes never have the same one, and it is equal on all nodes.
 */
public final class MessageClasses {

    /** The largest length of a name, in characters. */
    public static final int MAX_NAME_LENGTH = 256;

    /** Each stands for its subclasses, too. */
    private static final List<Class<?>> GENERAL = List.of(Pid.class, List.class, Throwable.class);

    private final Map<String, Class<?>> byName = new ConcurrentHashMap<>();
    private final Map<Class<?>, String> byClass = new ConcurrentHashMap<>();
    private final Set<Class<?>> sealedTypes = new LinkedHashSet<>();

    public MessageClasses() {
        for (Class<?> type : List.of(String.class, Integer.class, Long.class, Double.class, Boolean.class)) {
            add(type.getSimpleName(), type);
        }
        GENERAL.forEach(type -> add(type.getSimpleName(), type));
    }

    private void add(String name, Class<?> type) {
        byName.put(name, type);
        byClass.put(type, name);
    }

    /** By name. */
    public Map<String, Class<?>> all() {
        return byName;
    }

    /** The registered sealed types, which may be types of fields. */
    public Set<Class<?>> sealedTypes() {
        return sealedTypes;
    }

    /** Registers a class by its full name, unless it is registered; of a sealed type, all subclasses. */
    public void register(Class<?> type) {
        if (type.isSealed() && !type.isEnum()) {
            sealedTypes.add(type);
            for (Class<?> subclass : type.getPermittedSubclasses()) {
                register(subclass);
            }
            if (Modifier.isAbstract(type.getModifiers())) {
                return;
            }
        }
        if (!byClass.containsKey(type)) {
            register(type.getName(), type);
        }
    }

    /** Registers a class by a name. */
    public void register(String name, Class<?> type) {
        String problem = problemOf(name, type);
        if (problem != null) {
            throw new IllegalArgumentException("%s cannot be registered as messages with the name '%s': %s"
                    .formatted(type.getName(), name, problem));
        }
        add(name, type);
    }

    private @Nullable String problemOf(String name, Class<?> type) {
        if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
            return "a name has 1 to %d characters and is not blank".formatted(MAX_NAME_LENGTH);
        }
        if (Throwable.class.isAssignableFrom(type)) {
            return "exceptions travel as text, without registration";
        }
        if (type.isPrimitive() || type.isArray()) {
            return "put it into a record";
        }
        if (Modifier.isAbstract(type.getModifiers()) && !type.isEnum()) {
            return "register its subclasses; a sealed type stands for them";
        }
        if (type.isAnonymousClass() || type.isLocalClass() || type.isHidden()) {
            return "its name is not the same on all nodes; make it a class of its own";
        }
        Class<?> same = byName.get(name);
        if (same != null && same != type) {
            return "that is the name of " + same.getName();
        }
        return byClass.getOrDefault(type, name).equals(name)
                ? null
                : "it has the name '%s' already".formatted(byClass.get(type));
    }

    /** @throws UnregisteredMessageException if the class is not registered */
    public String nameOf(Class<?> type) {
        String name = byClass.get(type);
        return name != null ? name : nameOfSubclass(type);
    }

    private String nameOfSubclass(Class<?> type) {
        for (Class<?> general : GENERAL) {
            if (general.isAssignableFrom(type)) {
                return general.getSimpleName();
            }
        }
        // A constant of an enum may have a body, and so a class of its own.
        Class<?> parent = type.getSuperclass();
        String name = parent != null && parent.isEnum() ? byClass.get(parent) : null;
        if (name == null) {
            throw new UnregisteredMessageException(
                    ("The class of messages %s is not registered. Register it, or the sealed type it belongs to, on all nodes: by"
                                    + " messages(...) of the builder of the cluster, or gmp.cluster.messages with Spring Boot")
                            .formatted(type.getName()));
        }
        return name;
    }

    /** @throws UnregisteredMessageException if the name is not registered */
    public Class<?> named(String name) {
        Class<?> type = byName.get(name);
        if (type == null) {
            throw new UnregisteredMessageException(
                    "No class of messages with the name '%s' is registered on this node".formatted(name));
        }
        return type;
    }
}
