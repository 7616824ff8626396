package dev.gmp.spring.cluster;

import dev.gmp.process.Processes;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.StateStore;
import dev.gmp.spring.condition.ConditionalOnGmpCluster;
import dev.gmp.spring.config.InvalidSettings;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The application as a node of a cluster, where {@code gmp.cluster.name} is set and the module of the cluster is on the
 * class path. Without the name nothing of this is there, and the application starts as it did before. A {@code Cluster}
 * bean of the application replaces all of it.
 *
 * @since 0.2.0
 */
@AutoConfiguration(
        after = {GmpProcessAutoConfiguration.class, SslAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnClass(Cluster.class)
@ConditionalOnGmpCluster
@ConditionalOnMissingBean(Cluster.class)
@EnableConfigurationProperties(GmpClusterProperties.class)
public final class GmpClusterAutoConfiguration {

    /** The name of the bean that is this node. */
    public static final String CLUSTER_BEAN_NAME = "gmpCluster";

    @Bean
    ClusterNode gmpClusterNode(
            GmpClusterProperties properties,
            ConfigurableListableBeanFactory beans,
            Environment environment,
            ResourceLoader resources) {
        return new ClusterNode(properties, beans, environment, resources);
    }

    @Bean(name = CLUSTER_BEAN_NAME, destroyMethod = "")
    Cluster gmpCluster(ClusterNode node, Processes processes) {
        return node.cluster(processes);
    }

    @Bean
    ClusterLifecycle gmpClusterLifecycle(ClusterNode node, Cluster cluster, Processes processes) {
        return new ClusterLifecycle(cluster, () -> node.start(processes));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static OncePerClusterAdvice gmpOncePerClusterAdvice(ObjectProvider<Cluster> cluster) {
        return new OncePerClusterAdvice(cluster);
    }

    /** States in the application's database. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JdbcClient.class)
    @ConditionalOnSingleCandidate(DataSource.class)
    static class JdbcStates {

        @Bean
        @ConditionalOnMissingBean(StateStore.class)
        JdbcStateStore gmpStateStore(DataSource dataSource, GmpClusterProperties properties) {
            GmpClusterProperties.State state = properties.state();
            JdbcStateStore store = InvalidSettings.reported(
                    GmpClusterProperties.PREFIX + ".state", null, () -> new JdbcStateStore(dataSource, state.table()));
            StateTable.make(dataSource, state.table(), state.initializeSchema());
            return store;
        }
    }
}
