package dev.gmp.spring.health;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.bean.SchedulerBeans;
import dev.gmp.spring.condition.ConditionalOnGmp;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * The health {@code gmp}: that of the only scheduler, or of each one by its bean's name.
 *
 * @since 0.1
 */
@AutoConfiguration(after = GmpAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
public final class GmpHealthAutoConfiguration {

    @Bean
    @ConditionalOnEnabledHealthIndicator("gmp")
    @ConditionalOnMissingBean(name = {"gmpHealthIndicator", "gmpHealthContributor"})
    HealthContributor gmpHealthContributor(ListableBeanFactory beans) {
        Map<String, SchedulerHealthIndicator> indicators = new LinkedHashMap<>();
        SchedulerBeans.all(beans)
                .forEach((name, scheduler) -> indicators.put(name, new SchedulerHealthIndicator(scheduler)));
        return indicators.size() == 1
                ? indicators.values().iterator().next()
                : CompositeHealthContributor.fromMap(indicators);
    }
}
