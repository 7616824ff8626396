package dev.gmp.spring.cluster;

import dev.gmp.spring.config.ClusterSwitch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of this node and its cluster. Ranges are checked where the node is built, so that Boot can say where a value stands.
 *
 * @param enabled Whether to join the cluster when its name is set.
 * @param name Name of the cluster, which all nodes must have. When not set, the application is no node of a cluster.
 * @param host Host name or address at which the other nodes reach this one. By default, the address of this machine.
 * @param port Port at which the other nodes reach this one. Any free port when set to 0.
 * @param roles Roles of this node. A keyed type can be limited to nodes with a role.
 * @param seedNodes Nodes to join, as host:port. The first one founds the cluster when it finds no other.
 * @param dns Discovery of the other nodes by DNS, in the place of seed nodes.
 * @param messages Classes of messages, and packages of which all records and enums are messages. All nodes must have the
 *     same.
 * @param format Format in which messages go between nodes. All nodes must have the same.
 * @param maxMessageSize Maximum size of a message between nodes. All nodes must have the same.
 * @param ssl TLS between nodes.
 * @param state States of keyed processes.
 * @param buffer Messages that wait until the node of their key is known.
 * @param failure Detection of nodes that have failed.
 * @param handOver Processes whose key moves to another node.
 * @param shutdown How the node leaves the cluster with the application.
 * @param types Keyed types, by name.
 */
@ConfigurationProperties(GmpClusterProperties.PREFIX)
record GmpClusterProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String name,
        @Nullable String host,
        @DefaultValue("7355") int port,
        @DefaultValue Set<String> roles,
        @DefaultValue List<String> seedNodes,
        @DefaultValue Dns dns,
        @DefaultValue List<String> messages,
        @DefaultValue("json") Format format,
        @DefaultValue("256KB") DataSize maxMessageSize,
        @DefaultValue Ssl ssl,
        @DefaultValue State state,
        @DefaultValue Buffer buffer,
        @DefaultValue Failure failure,
        @DefaultValue HandOver handOver,
        @DefaultValue Shutdown shutdown,
        @DefaultValue Map<String, KeyedTypeProperties> types) {

    static final String PREFIX = ClusterSwitch.PREFIX;

    /** The format of messages. */
    enum Format {

        /** JSON, by the application's own mapper. */
        JSON,

        /** CBOR, which is smaller: it needs jackson-dataformat-cbor on the class path. */
        CBOR
    }

    /**
     * Discovery by DNS.
     *
     * @param name Name that DNS resolves to the addresses of all nodes, such as that of a headless service.
     * @param required Number of addresses that DNS must have before a node founds the cluster. Best the majority of the
     *     planned nodes.
     */
    record Dns(@Nullable String name, @DefaultValue("2") int required) {}

    /**
     * TLS between nodes.
     *
     * @param bundle Name of the SSL bundle with this node's key and the certificates that it trusts. When not set, nodes
     *     talk without TLS.
     */
    record Ssl(@Nullable String bundle) {}

    /**
     * States of keyed processes.
     *
     * @param table Name of the table that keeps states, where the application has a database and no store of its own.
     * @param initializeSchema When to make the table, with H2 or PostgreSQL, if it is not there. Embedded means a database in
     *     memory.
     */
    record State(
            @DefaultValue("gmp_process_state") String table,
            @DefaultValue("embedded") StateTable.InitializeSchema initializeSchema) {}

    /**
     * Messages that wait until the node of their key is known.
     *
     * @param size Maximum number of messages that may wait on this node. Further ones are refused as FULL.
     * @param timeout Maximum time that a message may wait. Then it is reported as undelivered. A load or save of a state that
     *     takes longer fails.
     */
    record Buffer(
            @DefaultValue("10000") int size,
            @DefaultValue("10s") Duration timeout) {}

    /**
     * Detection of nodes that have failed.
     *
     * @param acceptablePause Time without a sign of life after which a node counts as unreachable. All nodes must have the
     *     same.
     * @param stableAfter Time without a change after which unreachable nodes are removed from the cluster. All nodes must
     *     have the same.
     */
    record Failure(
            @DefaultValue("3s") Duration acceptablePause,
            @DefaultValue("5s") Duration stableAfter) {}

    /**
     * Processes whose key moves to another node.
     *
     * @param timeout Maximum time that such processes may take to end. Then they are ended without asking.
     */
    record HandOver(@DefaultValue("5s") Duration timeout) {}

    /**
     * How the node leaves the cluster.
     *
     * @param timeout Maximum time for leaving the cluster when the application stops. Less than
     *     spring.lifecycle.timeout-per-shutdown-phase.
     */
    record Shutdown(@DefaultValue("20s") Duration timeout) {}
}
