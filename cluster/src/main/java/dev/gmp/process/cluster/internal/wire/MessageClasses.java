package dev.gmp.process.cluster.internal.wire;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gmp.process.Pid;
import dev.gmp.process.cluster.RemoteFailureException;
import dev.gmp.process.cluster.UnregisteredMessageException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.jsontype.NamedType;

/**
 * The registered classes of messages and their names. Registered by one thread, then read by many.
 *
 * <p>The default name is {@link Class#getName}: two classes never have the same one, and it is equal on all nodes.
 */
public final class MessageClasses {

    /** The largest length of a name, in characters. */
    public static final int MAX_NAME_LENGTH = 256;

    private static final Entry PID = new Entry("Pid", Pid.class, Pid.class);
    private static final Entry LIST = new Entry("List", List.class, MessageList.class);
    private static final Entry FAILURE = new Entry("Throwable", Throwable.class, Failure.class);

    private final Map<String, Entry> byName = new ConcurrentHashMap<>();
    private final Map<Class<?>, Entry> byClass = new ConcurrentHashMap<>();
    private final List<Class<?>> sealedTypes = new ArrayList<>();

    /**
     * A class and its name.
     *
     * @param form the class as Jackson writes and reads it
     */
    public record Entry(String name, Class<?> type, Class<?> form) {

        /** The message as it is written. */
        public Object toForm(Object message) {
            if (this == LIST) {
                return new MessageList((List<?>) message);
            }
            return this == FAILURE ? Failure.of((Throwable) message) : message;
        }
    }

    /** A list whose elements are messages. */
    record MessageList(List<?> messages) {}

    /** An exception. */
    record Failure(String className, String text) {

        static Failure of(Throwable thrown) {
            if (thrown instanceof RemoteFailureException remote) {
                return new Failure(remote.className(), remote.text());
            }
            return new Failure(thrown.getClass().getName(), Objects.requireNonNullElse(thrown.getMessage(), ""));
        }
    }

    /** On classes without an annotation of their own, where a field has a sealed type. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "@type")
    private interface Named {}

    public MessageClasses() {
        for (Class<?> type : List.of(String.class, Integer.class, Long.class, Double.class, Boolean.class)) {
            add(new Entry(type.getSimpleName(), type, type));
        }
        for (Entry entry : List.of(PID, LIST, FAILURE)) {
            add(entry);
        }
    }

    /** The message that was read. */
    public static Object fromForm(Object form) {
        if (form instanceof MessageList list) {
            return list.messages();
        }
        return form instanceof Failure failure ? new RemoteFailureException(failure.className(), failure.text()) : form;
    }

    /** Registers a class by its full name, unless it is registered; of a sealed type, all subclasses. */
    public void register(Class<?> type) {
        if (type.isSealed() && !type.isEnum()) {
            if (!sealedTypes.contains(type)) {
                sealedTypes.add(type);
            }
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
        if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "A name of messages has 1 to %d characters and is not blank; that of %s is '%s'"
                            .formatted(MAX_NAME_LENGTH, type.getName(), name));
        }
        String problem = problemOf(type);
        if (problem != null) {
            throw new IllegalArgumentException(
                    "%s cannot be registered as messages: %s".formatted(type.getName(), problem));
        }
        Entry known = byClass.get(type);
        if (known != null && !known.name().equals(name)) {
            throw new IllegalArgumentException(
                    "The messages of %s have the name '%s' already, and cannot have '%s', too"
                            .formatted(type.getName(), known.name(), name));
        }
        Entry same = byName.get(name);
        if (same != null && same.type() != type) {
            throw new IllegalArgumentException(
                    "The name '%s' of messages is that of %s already, and cannot be that of %s, too"
                            .formatted(name, same.type().getName(), type.getName()));
        }
        add(new Entry(name, type, type));
    }

    private static @Nullable String problemOf(Class<?> type) {
        if (Throwable.class.isAssignableFrom(type)) {
            return "exceptions travel as text, without registration";
        }
        if (type.isPrimitive() || type.isArray()) {
            return "put it into a record";
        }
        if (Modifier.isAbstract(type.getModifiers()) && !type.isEnum()) {
            return "register its subclasses; a sealed type stands for them";
        }
        return type.isAnonymousClass() || type.isLocalClass() || type.isHidden()
                ? "its name is not the same on all nodes; make it a class of its own"
                : null;
    }

    private void add(Entry entry) {
        byName.put(entry.name(), entry);
        byClass.put(entry.type(), entry);
    }

    /** @throws UnregisteredMessageException if the class is not registered */
    public Entry of(Class<?> type) {
        Entry entry = byClass.get(type);
        return entry != null ? entry : ofSubclass(type);
    }

    private Entry ofSubclass(Class<?> type) {
        for (Entry entry : List.of(PID, LIST, FAILURE)) {
            if (entry.type().isAssignableFrom(type)) {
                return entry;
            }
        }
        // A constant of an enum may have a body, and so a class of its own.
        Entry declared = type.getSuperclass() != null && type.getSuperclass().isEnum()
                ? byClass.get(type.getSuperclass())
                : null;
        if (declared == null) {
            throw new UnregisteredMessageException(
                    ("The class of messages %s is not registered. Register it, or the sealed type it belongs to, on all nodes: by"
                                    + " messages(...) of the builder of the cluster, or gmp.cluster.messages with Spring Boot")
                            .formatted(type.getName()));
        }
        return declared;
    }

    /** @throws UnregisteredMessageException if the name is not registered */
    public Entry of(String name) {
        Entry entry = byName.get(name);
        if (entry == null) {
            throw new UnregisteredMessageException(
                    "No class of messages with the name '%s' is registered on this node".formatted(name));
        }
        return entry;
    }

    /** Has fields of the registered sealed types written with the names of their classes. */
    public void addTypeNames(MapperBuilder<?, ?> mapper) {
        for (Class<?> sealedType : sealedTypes) {
            if (!sealedType.isAnnotationPresent(JsonTypeInfo.class)) {
                mapper.addMixIn(sealedType, Named.class);
            }
        }
        if (!sealedTypes.isEmpty()) {
            byName.values().stream()
                    .filter(entry -> sealedTypes.stream().anyMatch(type -> type.isAssignableFrom(entry.type())))
                    .forEach(entry -> mapper.registerSubtypes(new NamedType(entry.type(), entry.name())));
        }
    }
}
