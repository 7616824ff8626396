package dev.gmp.spring.cluster;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterBuilder;
import dev.gmp.spring.config.InvalidSettings;
import java.util.Objects;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/** The numbers, times and names of the properties, given to a builder, which checks them. */
final class ClusterSettings {

    private static final String PREFIX = GmpClusterProperties.PREFIX;

    private ClusterSettings() {}

    /** @throws InvalidConfigurationPropertyValueException if one is out of its range, or contradicts another one */
    static ClusterBuilder builder(GmpClusterProperties properties) {
        requireConsistent(properties);
        return InvalidSettings.reported(PREFIX, null, () -> build(properties));
    }

    /** The size of the largest message in bytes; one that is out of its range stays so. */
    static int bytes(DataSize size) {
        return (int) Math.max(Math.min(size.toBytes(), Integer.MAX_VALUE), -1);
    }

    private static ClusterBuilder build(GmpClusterProperties properties) {
        ClusterBuilder node = Cluster.builder(Objects.requireNonNull(properties.name()))
                .port(properties.port())
                .roles(properties.roles().toArray(String[]::new))
                .seedNodes(properties.seedNodes().toArray(String[]::new))
                .maxMessageBytes(bytes(properties.maxMessageSize()))
                .bufferSize(properties.buffer().size())
                .bufferTimeout(properties.buffer().timeout())
                .acceptablePause(properties.failure().acceptablePause())
                .stableAfter(properties.failure().stableAfter())
                .handOverTimeout(properties.handOver().timeout())
                .shutdownTimeout(properties.shutdown().timeout());
        PropertyMapper.get().from(properties.host()).to(node::host);
        if (properties.dns().name() != null) {
            node.dns(properties.dns().name(), properties.dns().required());
        }
        return node;
    }

    private static void requireConsistent(GmpClusterProperties properties) {
        if (properties.dns().name() == null) {
            return;
        }
        if (!properties.seedNodes().isEmpty()) {
            throw new InvalidConfigurationPropertyValueException(
                    PREFIX + ".dns.name",
                    properties.dns().name(),
                    "must be absent where gmp.cluster.seed-nodes is set");
        }
        if (properties.port() == 0) {
            throw new InvalidConfigurationPropertyValueException(
                    PREFIX + ".port",
                    0,
                    "must be from 1 to 65535 where gmp.cluster.dns.name is set: DNS knows no ports");
        }
    }
}
