package dev.gmp.spring.metrics;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.spring.cluster.GmpClusterAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Meters of this node in its cluster.
 *
 * @since 0.2.0
 */
@AutoConfiguration(
        after = {
            GmpClusterAutoConfiguration.class,
            MetricsAutoConfiguration.class,
            CompositeMeterRegistryAutoConfiguration.class
        })
@ConditionalOnClass({Cluster.class, MeterRegistry.class, MetricsAutoConfiguration.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSingleCandidate(Cluster.class)
public final class ClusterMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ClusterMeters gmpClusterMeters(Cluster cluster) {
        return new ClusterMeters(cluster);
    }
}
