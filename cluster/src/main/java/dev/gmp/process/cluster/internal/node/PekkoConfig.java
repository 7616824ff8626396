package dev.gmp.process.cluster.internal.node;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pekko's configuration of a node. It is made from the settings and Pekko's own defaults alone: an {@code application.conf}
 * of the application is not read.
 *
 * <p>Pekko's default dispatcher is the gmp scheduler, which the actor system gets as an object. Heartbeats, remoting and
 * sharding have few threads of their own, so that they do not wait behind the application's tasks.
 */
final class PekkoConfig {

    /** The name of the actor system, and so the beginning of its threads' names. */
    static final String SYSTEM = "gmp-cluster";

    /** The list of what nodes must agree on, as texts {@code subject: value}. */
    static final String CONTRACT = "gmp.cluster.contract";

    /** The phase of shutting down after the shards have been handed over, and before the node leaves the cluster. */
    static final String DRAIN = "gmp-drain";

    private static final String PHASES = "pekko.coordinated-shutdown.phases.";
    private static final String HAND_OVER_PHASE = "cluster-sharding-shutdown-region";
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(3);

    private static final String INTERNAL_DISPATCHER = "pekko.actor.internal-dispatcher";
    private static final int DIRECT_MEMORY_BYTES = 32 * 1024 * 1024;
    private static final Duration SPARE = Duration.ofSeconds(10);

    private PekkoConfig() {}

    /** @param port instead of the settings' one, which may be 0 */
    static Config of(NodeSettings settings, int port) {
        Map<String, Object> values = new HashMap<>(FrameSerializer.CONFIG);
        values.putAll(general());
        values.putAll(threads());
        values.putAll(remoting(settings, port));
        values.putAll(membership(settings));
        values.putAll(sharding(settings));
        return ConfigFactory.parseMap(values)
                .withFallback(ConfigFactory.defaultReference(PekkoConfig.class.getClassLoader()))
                .resolve();
    }

    private static Map<String, Object> general() {
        return Map.ofEntries(
                Map.entry("pekko.actor.provider", "cluster"),
                Map.entry("pekko.actor.allow-java-serialization", "off"),
                Map.entry("pekko.loggers", List.of("org.apache.pekko.event.slf4j.Slf4jLogger")),
                Map.entry("pekko.logging-filter", "org.apache.pekko.event.slf4j.Slf4jLoggingFilter"),
                Map.entry("pekko.loglevel", "DEBUG"),
                Map.entry("pekko.stdout-loglevel", "OFF"),
                Map.entry("pekko.log-dead-letters", "off"),
                Map.entry("pekko.jvm-exit-on-fatal-error", "off"),
                Map.entry("pekko.jvm-shutdown-hooks", "off"),
                Map.entry("pekko.coordinated-shutdown.run-by-jvm-shutdown-hook", "off"),
                Map.entry("pekko.coordinated-shutdown.run-by-actor-system-terminate", "off"));
    }

    private static Map<String, Object> threads() {
        return Map.ofEntries(
                Map.entry("pekko.loggers-dispatcher", INTERNAL_DISPATCHER),
                Map.entry("pekko.remote.artery.advanced.use-dispatcher", INTERNAL_DISPATCHER),
                Map.entry(INTERNAL_DISPATCHER + ".fork-join-executor.parallelism-min", 2),
                Map.entry(INTERNAL_DISPATCHER + ".fork-join-executor.parallelism-max", 4),
                Map.entry("pekko.actor.default-blocking-io-dispatcher.thread-pool-executor.fixed-pool-size", 2),
                Map.entry("pekko.actor.default-dispatcher.throughput", 64),
                Map.entry("pekko.scheduler.tick-duration", "30ms"));
    }

    private static Map<String, Object> remoting(NodeSettings settings, int port) {
        int frame = settings.maxMessageBytes() + FrameSerializer.LARGEST_HEADER;
        return Map.ofEntries(
                Map.entry("pekko.remote.artery.transport", settings.sslContext() == null ? "tcp" : "tls-tcp"),
                Map.entry("pekko.remote.artery.canonical.hostname", Life.host(settings.host())),
                Map.entry("pekko.remote.artery.canonical.port", port),
                Map.entry("pekko.remote.artery.advanced.maximum-frame-size", Math.max(frame, 64 * 1024) + "B"),
                Map.entry(
                        "pekko.remote.artery.advanced.buffer-pool-size",
                        Math.max(4, Math.min(128, DIRECT_MEMORY_BYTES / frame))),
                Map.entry("pekko.remote.artery.advanced.inbound-lanes", 1),
                Map.entry("pekko.remote.artery.advanced.outbound-message-queue-size", 20_000));
    }

    private static Map<String, Object> membership(NodeSettings settings) {
        Duration pause = settings.acceptablePause();
        Duration heartbeat = min(pause.dividedBy(3), Duration.ofSeconds(1));
        return Map.ofEntries(
                Map.entry("pekko.cluster.roles", List.copyOf(settings.roles())),
                Map.entry("pekko.cluster.jmx.enabled", "off"),
                Map.entry(
                        "pekko.cluster.downing-provider-class",
                        "org.apache.pekko.cluster.sbr.SplitBrainResolverProvider"),
                Map.entry("pekko.cluster.split-brain-resolver.active-strategy", "keep-majority"),
                Map.entry("pekko.cluster.split-brain-resolver.stable-after", settings.stableAfter()),
                Map.entry("pekko.cluster.failure-detector.acceptable-heartbeat-pause", pause),
                Map.entry("pekko.cluster.failure-detector.heartbeat-interval", heartbeat),
                Map.entry("pekko.cluster.failure-detector.expected-response-after", heartbeat),
                Map.entry(
                        "pekko.cluster.configuration-compatibility-check.checkers.gmp", ContractCheck.class.getName()),
                Map.entry(
                        CONTRACT,
                        settings.contract().entrySet().stream()
                                .map(part -> part.getKey() + ": " + part.getValue())
                                .toList()));
    }

    private static Map<String, Object> sharding(NodeSettings settings) {
        return Map.ofEntries(
                Map.entry("pekko.cluster.sharding.passivation.strategy", "none"),
                Map.entry("pekko.cluster.sharding.distributed-data.durable.keys", List.of()),
                Map.entry("pekko.cluster.sharding.retry-interval", "1s"),
                Map.entry("pekko.cluster.sharding.rebalance-interval", settings.stableAfter()),
                Map.entry("pekko.cluster.sharding.least-shard-allocation-strategy.rebalance-absolute-limit", 1000),
                Map.entry("pekko.cluster.sharding.least-shard-allocation-strategy.rebalance-relative-limit", 0.5),
                Map.entry(
                        "pekko.cluster.sharding.handoff-timeout",
                        settings.handOverTimeout().plus(SPARE)),
                Map.entry(
                        PHASES + HAND_OVER_PHASE + ".timeout",
                        min(
                                settings.handOverTimeout().plus(SPARE),
                                settings.shutdownTimeout().multipliedBy(3).dividedBy(4))),
                Map.entry(PHASES + DRAIN + ".depends-on", List.of(HAND_OVER_PHASE)),
                Map.entry(PHASES + DRAIN + ".timeout", DRAIN_TIMEOUT),
                Map.entry(PHASES + "cluster-leave.depends-on", List.of(DRAIN)));
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
