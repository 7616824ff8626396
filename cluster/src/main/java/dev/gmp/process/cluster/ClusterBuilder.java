package dev.gmp.process.cluster;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.cluster.internal.engine.EngineSettings;
import dev.gmp.process.cluster.internal.node.ClusterNode;
import dev.gmp.process.cluster.internal.node.NodeSettings;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Builds a node of a cluster from types, messages and settings. A method throws {@link NullPointerException} for null, and
 * {@link InvalidSettingException} for a number or a time out of its range. Not thread-safe.
 *
 * <p>First {@link #connect} prepares the runtime of the processes, then {@link #start} starts the node:
 *
 * <pre>{@code
 * ClusterBuilder node = Cluster.builder("shop").seedNodes("a:7355", "b:7355").register(orders).messages(Placed.class);
 * Processes processes = node.connect(Processes.builder(scheduler)).build();
 * try (Cluster cluster = node.start(processes)) { ... }
 * }</pre>
 *
 * @since 0.2.0
 */
public final class ClusterBuilder {

    /** The default of {@link #port}. */
    public static final int DEFAULT_PORT = 7355;

    /** The default of {@link #maxMessageBytes}: 256 KiB. */
    public static final int DEFAULT_MAX_MESSAGE_BYTES = 256 * 1024;

    /** The default of {@link #bufferSize}. */
    public static final int DEFAULT_BUFFER_SIZE = 10_000;

    private static final int LARGEST_MESSAGE_LIMIT = 16 * 1024 * 1024;

    private final String name;
    private final Set<String> roles = new LinkedHashSet<>();
    private final List<String> seedNodes = new ArrayList<>();
    private final Map<String, KeyedType> types = new LinkedHashMap<>();
    private final Set<Class<?>> messages = new LinkedHashSet<>();
    private @Nullable String host;
    private int port = DEFAULT_PORT;
    private @Nullable String dnsName;
    private int dnsRequired = 1;
    private @Nullable MessageCodec codec;
    private @Nullable StateStore stateStore;
    private @Nullable SSLContext sslContext;
    private int maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES;
    private int bufferSize = DEFAULT_BUFFER_SIZE;
    private Duration bufferTimeout = Duration.ofSeconds(10);
    private Duration handOverTimeout = Duration.ofSeconds(5);
    private Duration shutdownTimeout = Duration.ofSeconds(20);
    private Duration stableAfter = Duration.ofSeconds(5);
    private Duration acceptablePause = Duration.ofSeconds(3);
    private @Nullable ClusterNode node;

    ClusterBuilder(String name) {
        this.name = SettingChecks.name(name);
    }

    /**
     * The name or address at which the other nodes reach this one. With {@link #dns} it is an address that the DNS gives.
     * Default: the address of this machine's own name. On some systems, such as Debian, that is one of the loopback interface:
     * then {@link #connect} asks for a host, unless there is neither DNS nor a seed node.
     *
     * @throws InvalidSettingException if it is no name or IP address
     */
    public ClusterBuilder host(String value) {
        host = SettingChecks.host(value);
        return this;
    }

    /**
     * The port at which the other nodes reach this one. Default: {@value #DEFAULT_PORT}.
     *
     * @param value from 1 to 65535; 0 picks a free one
     */
    public ClusterBuilder port(int value) {
        port = SettingChecks.requireRange("port", value, 0, 65_535);
        return this;
    }

    /**
     * Adds roles of this node; see {@link KeyedType#role}. Default: none.
     *
     * @throws InvalidSettingException if one is blank, or begins with {@code dc-}
     */
    public ClusterBuilder roles(String... values) {
        for (String role : values) {
            roles.add(SettingChecks.role(role));
        }
        return this;
    }

    /**
     * Adds nodes to join by. All nodes should have the same list. The first of the list founds the cluster if no other one
     * answers within five seconds; the others wait until they find a member. Default: none, and this node founds a cluster of
     * its own.
     *
     * @param values {@code host:port} each, as the nodes themselves have it; an IPv6 address stands in brackets
     * @throws InvalidSettingException if one is not of that form
     */
    public ClusterBuilder seedNodes(String... values) {
        for (String seed : values) {
            seedNodes.add(SettingChecks.seedNode(seed));
        }
        return this;
    }

    /**
     * Finds the other nodes by DNS, in the place of {@link #seedNodes}. All nodes have the same {@link #port}. Default: none.
     *
     * @param dnsName a name with the addresses of all nodes, such as that of a headless service in Kubernetes; best its full
     *     name, which is looked up without a cache. Or {@code dns://host:port/name}, which asks another DNS server
     * @param required how many addresses the name must have before a node may found the cluster, from 1 to 1000; best the
     *     majority of the planned nodes or more. A cluster that is there is joined with fewer
     * @throws InvalidSettingException if it is no name of the DNS, or {@code required} is out of range
     */
    public ClusterBuilder dns(String dnsName, int required) {
        this.dnsName = SettingChecks.dnsName(dnsName);
        dnsRequired = SettingChecks.requireRange("dns.required", required, 1, 1000);
        return this;
    }

    /**
     * Adds a keyed type. It is added to the runtime by {@link #connect}, too.
     *
     * @throws IllegalArgumentException if a type with that name has been added
     */
    public ClusterBuilder register(KeyedType type) {
        if (types.putIfAbsent(type.name(), type) != null) {
            throw new IllegalArgumentException("keyed type '" + type.name() + "' is registered already");
        }
        return this;
    }

    /**
     * Adds classes of messages, which go between nodes as JSON; see {@link JacksonMessageCodec.Builder#messages}. Not used if
     * there is a {@link #codec}. Default: none.
     */
    public ClusterBuilder messages(Class<?>... values) {
        messages.addAll(List.of(values));
        return this;
    }

    /**
     * What writes messages and states for other nodes, such as a {@link JacksonMessageCodec}. Its messages are up to {@link
     * #maxMessageBytes} long. Default: JSON for the classes of {@link #messages}.
     */
    public ClusterBuilder codec(MessageCodec value) {
        codec = Objects.requireNonNull(value, "codec");
        return this;
    }

    /**
     * The largest size of a written message, in bytes. All nodes must have the same. Default: {@value
     * #DEFAULT_MAX_MESSAGE_BYTES}.
     *
     * @param value from 1 KiB to 16 MiB
     */
    public ClusterBuilder maxMessageBytes(int value) {
        maxMessageBytes = SettingChecks.requireRange("max-message-size", value, 1024, LARGEST_MESSAGE_LIMIT);
        return this;
    }

    /** What keeps the states of keyed processes. Default: none, and no type may have a state. */
    public ClusterBuilder stateStore(StateStore value) {
        stateStore = Objects.requireNonNull(value, "stateStore");
        return this;
    }

    /**
     * TLS between nodes. Both sides of a connection must show a certificate that the other one trusts; the name in it is not
     * compared. Trust only an authority of this cluster's own. Default: none, and connections are neither encrypted nor
     * authenticated.
     */
    public ClusterBuilder sslContext(SSLContext value) {
        sslContext = Objects.requireNonNull(value, "sslContext");
        return this;
    }

    /**
     * How many messages of this node may wait until the node of their key is known. Further ones are refused with {@link
     * dev.gmp.process.SendResult#FULL}. Default: {@value #DEFAULT_BUFFER_SIZE}.
     *
     * @param value from 1 to 10,000,000
     */
    public ClusterBuilder bufferSize(int value) {
        bufferSize = SettingChecks.requireRange("buffer.size", value, 1, 10_000_000);
        return this;
    }

    /**
     * How long such a message may wait, before it is given up. A load or save of a state that takes longer fails. Default: 10
     * seconds.
     *
     * @param value from 100 ms to 1 hour
     */
    public ClusterBuilder bufferTimeout(Duration value) {
        bufferTimeout = SettingChecks.requireRange("buffer.timeout", value, Duration.ofMillis(100), SettingChecks.HOUR);
        return this;
    }

    /**
     * How long the processes of keys that move to another node may go on after they were asked to end. Then they are ended
     * without asking. A step that does not return within five more seconds may run while the key's next process has started.
     * Default: 5 seconds.
     *
     * @param value from 0 to 1 hour
     */
    public ClusterBuilder handOverTimeout(Duration value) {
        handOverTimeout = SettingChecks.requireRange("hand-over.timeout", value, Duration.ZERO, SettingChecks.HOUR);
        return this;
    }

    /**
     * How long {@link Cluster#close} may take. What has not been handed over then starts elsewhere as after a failure. Set
     * it longer than {@link #handOverTimeout}. Default: 20 seconds.
     *
     * @param value from 1 second to 1 hour
     */
    public ClusterBuilder shutdownTimeout(Duration value) {
        shutdownTimeout =
                SettingChecks.requireRange("shutdown.timeout", value, Duration.ofSeconds(1), SettingChecks.HOUR);
        return this;
    }

    /**
     * How long the membership must be unchanged before unreachable nodes are removed, and the smaller part of a divided
     * cluster ends its keyed processes. The same time later the larger part starts their keys. Longer is safer in a large
     * cluster, and slower after a failure. All nodes must have the same. Default: 5 seconds.
     *
     * @param value from 1 second to 1 hour
     */
    public ClusterBuilder stableAfter(Duration value) {
        stableAfter =
                SettingChecks.requireRange("failure.stable-after", value, Duration.ofSeconds(1), SettingChecks.HOUR);
        return this;
    }

    /**
     * How long a node may give no sign of life, such as during a pause for garbage collection, before it is unreachable.
     * All nodes must have the same. Default: 3 seconds.
     *
     * @param value from 500 ms to 1 hour
     */
    public ClusterBuilder acceptablePause(Duration value) {
        acceptablePause = SettingChecks.requireRange(
                "failure.acceptable-pause", value, Duration.ofMillis(500), SettingChecks.HOUR);
        return this;
    }

    /**
     * Adds the keyed types, the relay and the handler of {@link SaveState} to the runtime that is being built. It takes the
     * types and settings as they are now. Call it once.
     *
     * @return the same builder of processes
     * @throws InvalidSettingException if a {@link #host} is needed
     * @throws UnregisteredMessageException if the class of a type's state is not registered as messages
     * @throws IllegalArgumentException if a type has a state and there is no {@link #stateStore}
     * @throws IllegalStateException if it has been called before, or {@link #dns} is used with port 0 or with seed nodes
     */
    public ProcessesBuilder connect(ProcessesBuilder processes) {
        if (node != null) {
            throw new IllegalStateException("connect has been called before");
        }
        if (dnsName != null && (port == 0 || !seedNodes.isEmpty())) {
            throw new IllegalStateException("Discovery by DNS needs a fixed port and no seed nodes");
        }
        MessageCodec ofNode = messageCodec();
        types.values().forEach(type -> type.state().ifPresent(state -> requireState(type, state, ofNode)));
        ClusterNode made = new ClusterNode(
                settings(ofNode.format()),
                new EngineSettings(
                        List.copyOf(types.values()), ofNode, stateStore, bufferSize, bufferTimeout, handOverTimeout));
        made.connect(processes);
        node = made;
        return processes;
    }

    /**
     * Makes the node, which joins at {@link #start}. Until then its messages to keys and other nodes are {@link
     * dev.gmp.process.SendResult#UNREACHABLE}, and its names and groups cannot be used. Later calls return the same node.
     *
     * @param processes what the builder given to {@link #connect} has built
     * @throws IllegalStateException if {@link #connect} has not been called, or the node has other processes
     */
    public Cluster prepare(Processes processes) {
        if (node == null) {
            throw new IllegalStateException("connect has not been called");
        }
        node.prepare(processes);
        return node;
    }

    /**
     * Starts the node. It opens its port, and joins in the background: messages to keys wait until then. The JVM stays alive
     * until it is closed. Where its port cannot be opened, the node is closed.
     *
     * @param processes as in {@link #prepare}
     * @throws IllegalStateException as in {@link #prepare}; if the node has been started or closed before; or if the port
     *     cannot be opened, such as when another program has it
     */
    public Cluster start(Processes processes) {
        Cluster made = prepare(processes);
        Objects.requireNonNull(node).start();
        return made;
    }

    private static void requireState(KeyedType type, Class<?> state, MessageCodec codec) {
        try {
            codec.nameOf(state);
        } catch (UnregisteredMessageException e) {
            if (!Modifier.isAbstract(state.getModifiers())) {
                throw e;
            }
            throw new UnregisteredMessageException(
                    "The state of the type '%s' must be one concrete registered class, and %s is abstract"
                            .formatted(type.name(), state.getName()));
        }
    }

    private NodeSettings settings(String format) {
        return new NodeSettings(
                name,
                host == null ? defaultHost() : host,
                port,
                Set.copyOf(roles),
                List.copyOf(seedNodes),
                dnsName,
                dnsRequired,
                Map.copyOf(types),
                format,
                maxMessageBytes,
                sslContext,
                handOverTimeout,
                shutdownTimeout,
                stableAfter,
                acceptablePause);
    }

    private MessageCodec messageCodec() {
        return codec != null
                ? codec
                : JacksonMessageCodec.builder()
                        .messages(messages.toArray(Class<?>[]::new))
                        .maxMessageBytes(maxMessageBytes)
                        .build();
    }

    private String defaultHost() {
        InetAddress own;
        try {
            own = InetAddress.getLocalHost();
        } catch (UnknownHostException e) {
            own = InetAddress.getLoopbackAddress();
        }
        return SettingChecks.defaultHost(own, dnsName != null || !seedNodes.isEmpty());
    }
}
