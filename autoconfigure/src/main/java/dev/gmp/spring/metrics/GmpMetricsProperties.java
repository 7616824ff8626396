package dev.gmp.spring.metrics;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the meters.
 *
 * @param perProcessor Whether to publish a meter for the run queue of each processor. Applies to 64 processors or fewer.
 */
@ConfigurationProperties("gmp.metrics")
record GmpMetricsProperties(@DefaultValue("true") boolean perProcessor) {}
