package dev.gmp.spring.trace;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.bean.SchedulerBeans;
import dev.gmp.spring.condition.ConditionalOnGmp;
import dev.gmp.spring.endpoint.ReasonedRefusals;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The endpoint {@code gmptrace}, which records scheduler beans, and {@code gmprecorder}, which answers with their last events.
 *
 * @since 0.1
 */
@AutoConfiguration(after = GmpAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@Import(ReasonedRefusals.class)
public final class GmpTraceAutoConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    GmpTraceEndpoint gmpTraceEndpoint(ListableBeanFactory beans) {
        return new GmpTraceEndpoint(SchedulerBeans.all(beans).values(), HeapRoom.ofThisJvm());
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    GmpRecorderEndpoint gmpRecorderEndpoint(ListableBeanFactory beans) {
        return new GmpRecorderEndpoint(SchedulerBeans.all(beans).values());
    }
}
