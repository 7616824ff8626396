package dev.gmp.spring.endpoint;

import dev.gmp.process.cluster.Cluster;
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
        return new ClusterSource(cluster);
    }
}
