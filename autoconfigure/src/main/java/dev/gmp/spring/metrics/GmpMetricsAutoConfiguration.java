package dev.gmp.spring.metrics;

import dev.gmp.Bulkhead;
import dev.gmp.process.Processes;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.bean.SchedulerBeans;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.NamedTaskExecutor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.tracing.Tracer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * Meters of every scheduler bean, of every bulkhead bean, of every task executor that runs on one, and of processes.
 *
 * @since 0.1
 */
@AutoConfiguration(
        after = {
            GmpAutoConfiguration.class,
            GmpProcessAutoConfiguration.class,
            MetricsAutoConfiguration.class,
            CompositeMeterRegistryAutoConfiguration.class
        })
@ConditionalOnGmp
@ConditionalOnClass({MeterRegistry.class, MetricsAutoConfiguration.class})
@ConditionalOnBean(MeterRegistry.class)
@EnableConfigurationProperties(GmpMetricsProperties.class)
public final class GmpMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    GmpMeterBinder gmpMeterBinder(
            ListableBeanFactory beans, GmpMetricsProperties properties, ObjectProvider<Exemplars> exemplars) {
        return new GmpMeterBinder(
                        SchedulerBeans.ofContext(beans), beans.getBeansOfType(GmpTaskExecutor.class, false, true))
                .perProcessor(properties.perProcessor())
                .withExemplars(exemplars.getIfAvailable(() -> Exemplars.NONE))
                .withBulkheads(beans.getBeansOfType(Bulkhead.class, false, true).values())
                .withNamed(beans.getBeansOfType(NamedTaskExecutor.class, false, true)
                        .values())
                .withProcesses(beans.getBeansOfType(Processes.class, false, true));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Tracer.class)
    static class TracingConfiguration {

        @Bean
        @Lazy(false)
        SpanExemplars gmpSpanExemplars(ObjectProvider<Tracer> tracers) {
            return new SpanExemplars(tracers);
        }
    }
}
