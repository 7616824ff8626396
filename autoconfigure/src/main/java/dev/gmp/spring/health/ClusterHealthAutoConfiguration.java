package dev.gmp.spring.health;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.spring.cluster.GmpClusterAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * The health {@code gmpCluster}: that of this node in its cluster.
 *
 * @since 0.2.0
 */
@AutoConfiguration(after = GmpClusterAutoConfiguration.class)
@ConditionalOnClass({Cluster.class, HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnSingleCandidate(Cluster.class)
public final class ClusterHealthAutoConfiguration {

    @Bean
    @ConditionalOnEnabledHealthIndicator("gmp-cluster")
    @ConditionalOnMissingBean(name = {"gmpClusterHealthIndicator", "gmpClusterHealthContributor"})
    HealthContributor gmpClusterHealthContributor(Cluster cluster) {
        return new ClusterHealthIndicator(cluster::snapshot);
    }
}
