package dev.gmp.spring.info;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.bean.SchedulerBeans;
import dev.gmp.spring.condition.ConditionalOnGmp;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * The part {@code gmp} of the endpoint {@code info}.
 *
 * @since 0.1
 */
@AutoConfiguration(after = GmpAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnClass({InfoContributor.class, ConditionalOnEnabledInfoContributor.class})
public final class GmpInfoAutoConfiguration {

    @Bean
    @ConditionalOnEnabledInfoContributor("gmp")
    @ConditionalOnMissingBean(name = "gmpInfoContributor")
    InfoContributor gmpInfoContributor(ListableBeanFactory beans) {
        return new GmpInfoContributor(SchedulerBeans.all(beans).values());
    }
}
