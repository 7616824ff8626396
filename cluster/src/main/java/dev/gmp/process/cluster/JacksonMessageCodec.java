package dev.gmp.process.cluster;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.gmp.process.cluster.internal.wire.AddressModule;
import dev.gmp.process.cluster.internal.wire.MessageClasses;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Writes messages of registered classes by Jackson, as JSON or CBOR. All nodes of a cluster need the same format, and the same
 * names of classes.
 *
 * <p>Registered from the start are {@link String}, {@link Integer}, {@link Long}, {@link Double}, {@link Boolean}, and
 * addresses. So are lists of registered things, which keep the class of each element. An exception travels as text, and is a
 * {@link RemoteFailureException} on the other node.
 *
 * <p>Addresses may stand anywhere in a message, as {@link dev.gmp.process.Pid}. That of a process of this node is valid on the
 * other nodes, and is the process's own again when it comes back.
 *
 * <p>A name from the wire leads to a registered class or to none: {@code @JsonTypeInfo} by class names is refused, and default
 * typing of the mapper is off.
 *
 * @since 0.2.0
 */
public final class JacksonMessageCodec implements MessageCodec {

    private final MessageClasses classes;
    private final ObjectMapper mapper;

    /** Reads a message that others may follow. */
    private final ObjectReader parts;

    private final int maxMessageBytes;

    /** Null before {@link #connect}. */
    private volatile @Nullable Cluster cluster;

    private JacksonMessageCodec(Builder builder) {
        classes = builder.classes;
        mapper = configured(builder.mapper);
        parts = mapper.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        maxMessageBytes = builder.maxMessageBytes;
    }

    /** Returns a builder of a codec that writes JSON. */
    public static Builder builder() {
        return new Builder();
    }

    private <M extends ObjectMapper, B extends MapperBuilder<M, B>> ObjectMapper configured(ObjectMapper given) {
        MapperBuilder<M, B> changed = given.rebuild();
        // An empty validator allows no class that is named on the wire.
        changed.deactivateDefaultTyping()
                .polymorphicTypeValidator(
                        BasicPolymorphicTypeValidator.builder().build())
                .addModule(new AddressModule(() -> cluster));
        classes.sealedTypes().stream()
                .filter(type -> !type.isAnnotationPresent(JsonTypeInfo.class))
                .forEach(type -> changed.addMixIn(type, Named.class));
        classes.all().forEach((name, type) -> changed.registerSubtypes(new NamedType(type, name)));
        return changed.build();
    }

    @Override
    public String format() {
        return mapper.tokenStreamFactory().getFormatName();
    }

    @Override
    public void connect(Cluster ofThisNode) {
        cluster = ofThisNode;
    }

    @Override
    public String nameOf(Class<?> type) {
        return classes.nameOf(type);
    }

    @Override
    public byte[] write(Object message) {
        String type = message.getClass().getName();
        nameOf(message.getClass());
        byte[] bytes;
        try {
            bytes = message instanceof List<?> list ? written(list) : mapper.writeValueAsBytes(formOf(message));
        } catch (UnregisteredMessageException e) {
            throw e;
        } catch (RuntimeException e) { // of Jackson, or of the class that is written
            throw new IllegalArgumentException("A message of %s cannot be written: %s".formatted(type, e), e);
        }
        if (bytes.length > maxMessageBytes) {
            throw new IllegalArgumentException("A message of %s has %d bytes, more than the limit of %d"
                    .formatted(type, bytes.length, maxMessageBytes));
        }
        return bytes;
    }

    private byte[] written(List<?> list) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = mapper.createGenerator(bytes)) {
            write(list, out);
        }
        return bytes.toByteArray();
    }

    /** An array, in which the name of its class stands before each message. */
    private void write(List<?> list, JsonGenerator out) {
        out.writeStartArray();
        for (Object message : list) {
            out.writeString(
                    nameOf(Objects.requireNonNull(message, "null in a list").getClass()));
            if (message instanceof List<?> inner) {
                write(inner, out);
            } else {
                mapper.writeValue(out, formOf(message));
            }
        }
        out.writeEndArray();
    }

    @Override
    public Object read(String name, byte[] bytes) {
        Class<?> type = classes.named(name);
        try (JsonParser in = mapper.createParser(bytes)) {
            in.nextToken();
            Object message = read(type, in);
            if (in.nextToken() != null) {
                throw new IllegalArgumentException("more follows");
            }
            return message;
        } catch (UnregisteredMessageException e) {
            throw e;
        } catch (RuntimeException e) { // of Jackson, or of the class that is read
            throw new IllegalArgumentException("A message '%s' cannot be read: %s".formatted(name, e), e);
        }
    }

    private Object read(Class<?> type, JsonParser in) {
        if (type != List.class) {
            Class<?> form = type == Throwable.class ? Failure.class : type;
            Object read = Objects.requireNonNull(parts.forType(form).readValue(in), "null");
            return read instanceof Failure failure ? failure.thrown() : read;
        }
        require(in.isExpectedStartArrayToken(), "A list of messages is an array");
        List<Object> messages = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            require(in.hasToken(JsonToken.VALUE_STRING), "A name stands before each message of a list");
            Class<?> element = classes.named(in.getString());
            in.nextToken();
            messages.add(read(element, in));
        }
        return List.copyOf(messages);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    private static Object formOf(Object message) {
        return message instanceof Throwable thrown ? Failure.of(thrown) : message;
    }

    /** An exception as it is written. */
    private record Failure(String className, String text) {

        static Failure of(Throwable thrown) {
            return thrown instanceof RemoteFailureException remote
                    ? new Failure(remote.className(), remote.text())
                    : new Failure(thrown.getClass().getName(), Objects.requireNonNullElse(thrown.getMessage(), ""));
        }

        RemoteFailureException thrown() {
            return new RemoteFailureException(className, text);
        }
    }

    /** On sealed types without an annotation of their own: where a field has one, the name of the class is written. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "@type")
    private interface Named {}

    /**
     * Builds a codec.
     *
     * @since 0.2.0
     */
    public static final class Builder {

        private final MessageClasses classes = new MessageClasses();
        private ObjectMapper mapper = JsonMapper.shared();
        private int maxMessageBytes = ClusterBuilder.DEFAULT_MAX_MESSAGE_BYTES;

        private Builder() {}

        /** Writes as the mapper does, in its format. Default: Jackson's own JSON mapper. The mapper itself is not changed. */
        public Builder mapper(ObjectMapper value) {
            mapper = Objects.requireNonNull(value, "mapper");
            return this;
        }

        /**
         * Writes CBOR, by Jackson's own mapper.
         *
         * @throws IllegalStateException if {@code tools.jackson.dataformat:jackson-dataformat-cbor} is not on the class path
         */
        public Builder cbor() {
            try {
                return mapper(Cbor.mapper());
            } catch (NoClassDefFoundError e) {
                throw new IllegalStateException(
                        "CBOR needs the dependency tools.jackson.dataformat:jackson-dataformat-cbor", e);
            }
        }

        /**
         * Registers classes of messages by their full names. A sealed type stands for all its subclasses, and may be the type of
         * a field.
         *
         * @throws IllegalArgumentException if a class cannot be made from its content, such as an interface that is not sealed,
         *     or an anonymous class; or if it has another name already
         */
        public Builder messages(Class<?>... types) {
            for (Class<?> type : types) {
                classes.register(type);
            }
            return this;
        }

        /**
         * Registers a class of messages by a name of its own, which stays when the class is renamed. Shorter names make
         * shorter messages.
         *
         * @param name not blank, up to {@value MessageClasses#MAX_NAME_LENGTH} characters
         * @throws IllegalArgumentException as {@link #messages}, or if another class has the name
         */
        public Builder message(String name, Class<?> type) {
            classes.register(name, type);
            return this;
        }

        /**
         * The largest size of a message as it is written, in bytes; 1 or more, default {@value
         * ClusterBuilder#DEFAULT_MAX_MESSAGE_BYTES}. A larger one is refused when it is written. Stored states have the same limit.
         *
         * @throws dev.gmp.config.InvalidSettingException if the value is out of range
         */
        public Builder maxMessageBytes(int value) {
            SettingChecks.requireRange("max-message-size", value, 1, Integer.MAX_VALUE);
            maxMessageBytes = value;
            return this;
        }

        /** Returns the codec. */
        public JacksonMessageCodec build() {
            return new JacksonMessageCodec(this);
        }
    }

    /** Loaded on request: the dependency is optional. */
    private static final class Cbor {
        static ObjectMapper mapper() {
            return CBORMapper.shared();
        }
    }
}
