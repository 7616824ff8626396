package dev.gmp.spring.endpoint;

import dev.gmp.process.Processes;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.bean.SchedulerBeans;
import dev.gmp.spring.cluster.GmpClusterAutoConfiguration;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The endpoint {@code gmp}, which shows every scheduler bean, the processes on it, and the cluster.
 *
 * @since 0.1
 */
@AutoConfiguration(
        after = {GmpAutoConfiguration.class, GmpProcessAutoConfiguration.class, GmpClusterAutoConfiguration.class})
@ConditionalOnGmp
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(GmpEndpoint.class)
@EnableConfigurationProperties(GmpEndpointProperties.class)
@Import({ReasonedRefusals.class, ClusterPartConfiguration.class})
public final class GmpEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    GmpEndpoint gmpEndpoint(
            ListableBeanFactory beans,
            GmpEndpointProperties properties,
            ObjectProvider<ProgressSource> progressSources,
            ObjectProvider<ClusterPart> cluster) {
        return new GmpEndpoint(
                SchedulerBeans.all(beans).values(),
                properties.showStacks() == Show.ALWAYS,
                progressSources.orderedStream().toList(),
                BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, Processes.class, false, true)
                        .values(),
                cluster.getIfAvailable());
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(GmpEndpoint.class)
    GmpEndpointWebExtension gmpEndpointWebExtension(GmpEndpoint endpoint, GmpEndpointProperties properties) {
        return new GmpEndpointWebExtension(endpoint, properties);
    }
}
