package dev.gmp.process.cluster.internal.wire;

import dev.gmp.process.Pid;
import dev.gmp.process.RemotePid;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.internal.wire.MessageClasses.MessageList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * How Jackson writes addresses, and lists of messages. An address is an object with {@code type} and {@code key}, or with
 * {@code node} and {@code number}. A list is an array, in which each message comes after the name of its class.
 */
public final class MessageModule extends SimpleModule {

    /** @param cluster gives null before the node starts, when addresses of its processes cannot be written */
    public MessageModule(MessageClasses classes, Supplier<@Nullable Cluster> cluster) {
        super("gmp-messages");
        addSerializer(Pid.class, new PidWriter(cluster));
        addDeserializer(Pid.class, new PidReader<>(Pid.class, cluster));
        addDeserializer(KeyedPid.class, new PidReader<>(KeyedPid.class, cluster));
        addDeserializer(RemotePid.class, new PidReader<>(RemotePid.class, cluster));
        addSerializer(MessageList.class, new ListWriter(classes));
        addDeserializer(MessageList.class, new ListReader(classes));
    }

    private static final class PidWriter extends ValueSerializer<Pid> {

        private final Supplier<@Nullable Cluster> cluster;

        PidWriter(Supplier<@Nullable Cluster> cluster) {
            this.cluster = cluster;
        }

        @Override
        public void serialize(Pid pid, JsonGenerator out, SerializationContext context) {
            out.writeStartObject();
            if (pid instanceof KeyedPid keyed) {
                out.writeStringProperty("type", keyed.type());
                out.writeStringProperty("key", keyed.key());
            } else {
                RemotePid global = global(pid);
                out.writeStringProperty("node", global.node());
                out.writeNumberProperty("number", global.number());
            }
            out.writeEndObject();
        }

        private RemotePid global(Pid pid) {
            Cluster here = cluster.get();
            if (!(pid instanceof RemotePid) && here == null) {
                throw new IllegalStateException(
                        "The address %s cannot be written before the node starts".formatted(pid));
            }
            return (RemotePid) (here == null ? pid : here.global(pid));
        }
    }

    private static final class PidReader<P extends Pid> extends ValueDeserializer<P> {

        private final Class<P> type;
        private final Supplier<@Nullable Cluster> cluster;

        PidReader(Class<P> type, Supplier<@Nullable Cluster> cluster) {
            this.type = type;
            this.cluster = cluster;
        }

        @Override
        public P deserialize(JsonParser in, DeserializationContext context) {
            JsonNode fields = context.readTree(in);
            Pid pid;
            if (fields.path("key").isString() && fields.path("type").isString()) {
                pid = new KeyedPid(
                        fields.path("type").asString(), fields.path("key").asString());
            } else if (fields.path("node").isString()
                    && fields.path("number").isIntegralNumber()
                    && fields.path("number").canConvertToLong()) {
                pid = new RemotePid(
                        fields.path("node").asString(), fields.path("number").asLong());
            } else {
                return context.reportInputMismatch(type, "An address has the fields type and key, or node and number");
            }
            Pid found = type == Pid.class && pid instanceof RemotePid remote ? localOr(remote) : pid;
            return type.isInstance(found)
                    ? type.cast(found)
                    : context.reportInputMismatch(type, "%s is no %s", found, type.getSimpleName());
        }

        /** The address as the processes of this node know it. */
        private Pid localOr(RemotePid pid) {
            Cluster here = cluster.get();
            return here == null
                    ? pid
                    : here.processes()
                            .find(pid.number())
                            .filter(local -> here.global(local).equals(pid))
                            .orElse(pid);
        }
    }

    private static final class ListWriter extends ValueSerializer<MessageList> {

        private final MessageClasses classes;

        ListWriter(MessageClasses classes) {
            this.classes = classes;
        }

        @Override
        public void serialize(MessageList list, JsonGenerator out, SerializationContext context) {
            out.writeStartArray();
            for (Object message : list.messages()) {
                if (message == null) {
                    context.reportMappingProblem("A list of messages holds null");
                }
                MessageClasses.Entry entry = classes.of(message.getClass());
                out.writeString(entry.name());
                context.writeValue(out, entry.toForm(message));
            }
            out.writeEndArray();
        }
    }

    private static final class ListReader extends ValueDeserializer<MessageList> {

        private final MessageClasses classes;

        ListReader(MessageClasses classes) {
            this.classes = classes;
        }

        @Override
        public MessageList deserialize(JsonParser in, DeserializationContext context) {
            if (!in.isExpectedStartArrayToken()) {
                return context.reportInputMismatch(MessageList.class, "A list of messages is an array");
            }
            List<Object> messages = new ArrayList<>();
            while (in.nextToken() != JsonToken.END_ARRAY) {
                if (!in.hasToken(JsonToken.VALUE_STRING)) {
                    return context.reportInputMismatch(
                            MessageList.class, "A name stands before each message of a list");
                }
                MessageClasses.Entry entry = classes.of(in.getString());
                in.nextToken();
                Object form = context.readValue(in, entry.form());
                if (form == null) {
                    return context.reportInputMismatch(MessageList.class, "A list of messages holds null");
                }
                messages.add(MessageClasses.fromForm(form));
            }
            return new MessageList(List.copyOf(messages));
        }
    }
}
