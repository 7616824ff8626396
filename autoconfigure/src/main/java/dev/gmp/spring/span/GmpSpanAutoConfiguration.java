package dev.gmp.spring.span;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.condition.ConditionalOnGmp;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.handler.TracingObservationHandler;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Goroutines have the trace and the span of their request as labels, where the application has Micrometer Tracing.
 *
 * @since 0.2.0
 */
@AutoConfiguration(after = GmpAutoConfiguration.class)
@ConditionalOnGmp
@ConditionalOnClass({ObservationHandler.class, TracingObservationHandler.class})
public final class GmpSpanAutoConfiguration {

    @Bean
    SpanLabels gmpSpanLabels() {
        return new SpanLabels();
    }
}
