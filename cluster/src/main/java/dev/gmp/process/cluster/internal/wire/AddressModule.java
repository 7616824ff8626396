package dev.gmp.process.cluster.internal.wire;

import dev.gmp.process.Pid;
import dev.gmp.process.RemotePid;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.KeyedPid;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * How Jackson writes addresses, which it cannot make from their fields: only the node knows which process has a number. An
 * address is an object with {@code type} and {@code key}, or with {@code node} and {@code number}.
 */
public final class AddressModule extends SimpleModule {

    /** @param cluster gives null before the node starts, when addresses of its processes cannot be written */
    public AddressModule(Supplier<@Nullable Cluster> cluster) {
        super("gmp-addresses");
        addSerializer(Pid.class, new Writer(cluster));
        addDeserializer(Pid.class, new Reader<>(Pid.class, cluster));
        addDeserializer(KeyedPid.class, new Reader<>(KeyedPid.class, cluster));
        addDeserializer(RemotePid.class, new Reader<>(RemotePid.class, cluster));
    }

    private static final class Writer extends ValueSerializer<Pid> {

        private final Supplier<@Nullable Cluster> cluster;

        Writer(Supplier<@Nullable Cluster> cluster) {
            this.cluster = cluster;
        }

        @Override
        public void serialize(Pid pid, JsonGenerator out, SerializationContext context) {
            Cluster here = cluster.get();
            Pid global = here == null ? pid : here.global(pid);
            out.writeStartObject();
            if (global instanceof KeyedPid keyed) {
                out.writeStringProperty("type", keyed.type());
                out.writeStringProperty("key", keyed.key());
            } else if (global instanceof RemotePid remote) {
                out.writeStringProperty("node", remote.node());
                out.writeNumberProperty("number", remote.number());
            } else {
                throw new IllegalStateException(
                        "The address %s cannot be written before the node starts".formatted(pid));
            }
            out.writeEndObject();
        }
    }

    private static final class Reader<P extends Pid> extends ValueDeserializer<P> {

        private final Class<P> type;
        private final Supplier<@Nullable Cluster> cluster;

        Reader(Class<P> type, Supplier<@Nullable Cluster> cluster) {
            this.type = type;
            this.cluster = cluster;
        }

        @Override
        public P deserialize(JsonParser in, DeserializationContext context) {
            JsonNode fields = context.readTree(in);
            JsonNode number = fields.path("number");
            Pid pid;
            if (fields.path("key").isString() && fields.path("type").isString()) {
                pid = new KeyedPid(
                        fields.path("type").asString(), fields.path("key").asString());
            } else if (fields.path("node").isString() && number.isIntegralNumber() && number.canConvertToLong()) {
                RemotePid remote = new RemotePid(fields.path("node").asString(), number.asLong());
                pid = type == Pid.class ? local(remote).orElse(remote) : remote;
            } else {
                return context.reportInputMismatch(type, "An address has the fields type and key, or node and number");
            }
            return type.isInstance(pid)
                    ? type.cast(pid)
                    : context.reportInputMismatch(type, "%s is no %s", pid, type.getSimpleName());
        }

        /** The address as the processes of this node know it. */
        private Optional<Pid> local(RemotePid pid) {
            Cluster here = cluster.get();
            return here == null
                    ? Optional.empty()
                    : here.processes()
                            .find(pid.number())
                            .filter(local -> here.global(local).equals(pid));
        }
    }
}
