package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.internal.wire.FrameCodec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a node is made of. The builder has checked the values and says what they mean.
 *
 * @param cluster the name of the cluster
 * @param types by name
 * @param format of messages: {@link dev.gmp.process.cluster.MessageCodec#format}
 */
public record NodeSettings(
        String cluster,
        String host,
        int port,
        Set<String> roles,
        List<String> seedNodes,
        @Nullable String dnsName,
        int dnsRequired,
        Map<String, KeyedType> types,
        String format,
        int maxMessageBytes,
        @Nullable SSLContext sslContext,
        Duration handOverTimeout,
        Duration shutdownTimeout,
        Duration stableAfter,
        Duration acceptablePause) {

    /**
     * What two nodes must agree on where both have it: by subject, in the order of the names. Nodes that differ do not join.
     */
    Map<String, String> contract() {
        Map<String, String> contract = new TreeMap<>();
        contract.put("cluster name", "'" + cluster + "'");
        contract.put("version of frames", String.valueOf(FrameCodec.VERSION));
        contract.put("gmp.cluster.format", format);
        contract.put("gmp.cluster.max-message-size", maxMessageBytes + " bytes");
        contract.put("gmp.cluster.failure.stable-after", stableAfter.toMillis() + " ms");
        contract.put("gmp.cluster.failure.acceptable-pause", acceptablePause.toMillis() + " ms");
        types.forEach((name, type) -> contract.put(
                "type '" + name + "'",
                "%d shards, %s, %s"
                        .formatted(
                                type.shards(),
                                type.role().map(role -> "role '" + role + "'").orElse("all nodes"),
                                type.remembered() ? "remembered" : "not remembered")));
        return contract;
    }

    /** How long this node may stand still without a doubt that its shards are its own. */
    Duration pauseLimit() {
        return acceptablePause.plus(stableAfter.dividedBy(2));
    }
}
