package dev.gmp.spring.endpoint;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.TypeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint's part about the cluster, where the application is a node of one. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(Cluster.class)
@ConditionalOnSingleCandidate(Cluster.class)
class ClusterPartConfiguration {

    @Bean
    ClusterPart gmpClusterPart(Cluster cluster) {
        return () -> describe(cluster);
    }

    private static ClusterDescriptor describe(Cluster cluster) {
        ClusterSnapshot snapshot = cluster.snapshot();
        Map<String, ClusterDescriptor.Type> types = new TreeMap<>();
        snapshot.types().forEach((name, type) -> types.put(name, describe(type)));
        ClusterSnapshot.Counts counts = snapshot.counts();
        return new ClusterDescriptor(
                cluster.name(),
                snapshot.self(),
                snapshot.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                snapshot.members().stream()
                        .map(member -> new ClusterDescriptor.Member(
                                member.address(), member.status(), member.reachable(), List.copyOf(member.roles())))
                        .toList(),
                types,
                new ClusterDescriptor.Counters(
                        counts.sentLocal(),
                        counts.sentRemote(),
                        counts.received(),
                        counts.forwarded(),
                        counts.undelivered(),
                        counts.refused(),
                        counts.lateAnswers(),
                        counts.movedShards()));
    }

    private static ClusterDescriptor.Type describe(TypeSnapshot type) {
        Map<String, List<Integer>> shardsByNode = new TreeMap<>();
        new TreeMap<>(type.owners())
                .forEach((shard, node) -> shardsByNode
                        .computeIfAbsent(node, any -> new ArrayList<>())
                        .add(shard));
        return new ClusterDescriptor.Type(type.shards(), shardsByNode, type.localProcesses(), type.buffered());
    }
}
