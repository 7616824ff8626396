package dev.gmp.spring.condition;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches where the application is a node of a cluster: {@code gmp.cluster.name} is set, {@code gmp.cluster.enabled} and {@code
 * gmp.mode} do not switch it off, and {@code gmp-process-cluster} is on the class path.
 *
 * @since 0.2.0
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnGmpClusterCondition.class)
public @interface ConditionalOnGmpCluster {}
