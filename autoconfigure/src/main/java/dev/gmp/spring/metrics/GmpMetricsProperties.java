package dev.gmp.spring.metrics;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the meters.
 *
 * @param perProcessor Whether each processor has a meter of its run queue, up to 64 processors.
 */
@ConfigurationProperties("gmp.metrics")
record GmpMetricsProperties(@DefaultValue("true") boolean perProcessor) {}
