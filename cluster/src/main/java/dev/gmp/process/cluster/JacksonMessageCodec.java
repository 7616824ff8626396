package dev.gmp.process.cluster;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.process.cluster.internal.wire.MessageClasses;
import dev.gmp.process.cluster.internal.wire.MessageModule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
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
    private final int maxMessageBytes;

    /** Null before {@link #connect}. */
    private volatile @Nullable Cluster cluster;

    private JacksonMessageCodec(Builder builder) {
        classes = builder.classes;
        mapper = configured(builder.mapper);
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
                .addModule(new MessageModule(classes, () -> cluster));
        classes.addTypeNames(changed);
        return changed.build();
    }

    @Override
    public void connect(Cluster ofThisNode) {
        cluster = ofThisNode;
    }

    @Override
    public String nameOf(Class<?> type) {
        return classes.of(type).name();
    }

    @Override
    public byte[] write(Object message) {
        MessageClasses.Entry entry = classes.of(message.getClass());
        byte[] bytes;
        try {
            bytes = mapper.writeValueAsBytes(entry.toForm(message));
        } catch (RuntimeException e) { // of Jackson, or of the class that is written
            throw refusal(
                    "A message of %s cannot be written: %s", message.getClass().getName(), e);
        }
        if (bytes.length > maxMessageBytes) {
            throw new IllegalArgumentException("A message of %s has %d bytes, more than the limit of %d"
                    .formatted(message.getClass().getName(), bytes.length, maxMessageBytes));
        }
        return bytes;
    }

    @Override
    public Object read(String name, byte[] bytes) {
        MessageClasses.Entry entry = classes.of(name);
        Object form;
        try {
            form = mapper.readValue(bytes, entry.form());
        } catch (RuntimeException e) { // of Jackson, or of the class that is read
            throw refusal("A message '%s' cannot be read: %s", name, e);
        }
        if (form == null) {
            throw new IllegalArgumentException("A message '%s' holds null".formatted(name));
        }
        return MessageClasses.fromForm(form);
    }

    /** What an element of a list is refused for is refused for the list. */
    private static IllegalArgumentException refusal(String format, String name, RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnregisteredMessageException unregistered) {
                return unregistered;
            }
        }
        return new IllegalArgumentException(format.formatted(name, thrown.getMessage()), thrown);
    }

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
         * @throws InvalidSettingException if the value is out of range
         */
        public Builder maxMessageBytes(int value) {
            if (value < 1) {
                throw new InvalidSettingException("max-message-size", value, "1 or more");
            }
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
