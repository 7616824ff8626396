package dev.gmp.process.cluster.internal.node;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Pekko's configuration of a node. It is made from the settings, the file {@code pekko.conf} beside this class, and Pekko's own
 * defaults alone: an {@code application.conf} of the application is not read.
 */
final class PekkoConfig {

    /** The name of the actor system, and so the beginning of its threads' names. */
    static final String SYSTEM = "gmp-cluster";

    /** What nodes must agree on: a list in which the value comes after each subject. */
    static final String CONTRACT = "gmp.cluster.contract";

    /** The phase of shutting down after the shards have been handed over, and before the node leaves the cluster. */
    static final String DRAIN = "gmp-drain";

    private static final int DIRECT_MEMORY_BYTES = 32 * 1024 * 1024;
    private static final Duration SPARE = Duration.ofSeconds(10);

    private PekkoConfig() {}

    /** @param port instead of the settings' one, which may be 0 */
    static Config of(NodeSettings settings, int port) {
        Map<String, Object> values = new HashMap<>(FrameSerializer.CONFIG);
        values.putAll(remoting(settings, port));
        values.putAll(membership(settings));
        return ConfigFactory.parseMap(values)
                .withFallback(ConfigFactory.parseResources(PekkoConfig.class, "pekko.conf"))
                .withFallback(ConfigFactory.defaultReference(PekkoConfig.class.getClassLoader()))
                .resolve();
    }

    private static Map<String, Object> remoting(NodeSettings settings, int port) {
        int frame = settings.maxMessageBytes() + FrameSerializer.LARGEST_HEADER;
        String artery = "pekko.remote.artery.";
        return Map.of(
                artery + "transport",
                settings.sslContext() == null ? "tcp" : "tls-tcp",
                artery + "canonical.hostname",
                Addresses.host(settings.host()),
                artery + "canonical.port",
                port,
                artery + "advanced.maximum-frame-size",
                Math.max(frame, 64 * 1024) + "B",
                artery + "advanced.buffer-pool-size",
                Math.max(4, Math.min(128, DIRECT_MEMORY_BYTES / frame)));
    }

    private static Map<String, Object> membership(NodeSettings settings) {
        String cluster = "pekko.cluster.";
        Duration pause = settings.acceptablePause();
        Duration handOver = settings.handOverTimeout().plus(SPARE);
        return Map.of(
                cluster + "roles",
                List.copyOf(settings.roles()),
                cluster + "split-brain-resolver.stable-after",
                settings.stableAfter(),
                cluster + "failure-detector.acceptable-heartbeat-pause",
                pause,
                cluster + "failure-detector.heartbeat-interval",
                min(pause.dividedBy(3), Duration.ofSeconds(1)),
                cluster + "configuration-compatibility-check.checkers.gmp",
                ContractCheck.class.getName(),
                cluster + "sharding.handoff-timeout",
                handOver,
                "pekko.coordinated-shutdown.phases.cluster-sharding-shutdown-region.timeout",
                min(handOver, settings.shutdownTimeout().multipliedBy(3).dividedBy(4)),
                CONTRACT,
                settings.contract().entrySet().stream()
                        .flatMap(part -> Stream.of(part.getKey(), part.getValue()))
                        .toList());
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
