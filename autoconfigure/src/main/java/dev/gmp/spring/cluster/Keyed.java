package dev.gmp.spring.cluster;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a type of processes keyed: the cluster runs one process for each key. It stands on a prototype bean that is a {@code
 * Process}, or on a bean of type {@code ProcessType}; on the class or on the {@code @Bean} method.
 *
 * <p>The properties {@code gmp.cluster.types.<name>.*} replace the values of this annotation. Where the application is no
 * node of a cluster, it has no effect: the type is one without keys.
 *
 * <p>All nodes of a cluster must have equal values of {@code shards}, {@code role}, {@code remembered} and {@code
 * singleton}.
 *
 * @since 0.2.0
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Keyed {

    /** The default of {@link #shards}. */
    int DEFAULT_SHARDS = 64;

    /**
     * Into how many parts the keys are divided, which move between nodes as wholes; from 1 to 4096. About ten for each node
     * that the cluster may have.
     */
    int shards() default DEFAULT_SHARDS;

    /** The role of the nodes that run the processes. Empty, the default: all nodes. */
    String role() default "";

    /**
     * How long a process may be without a message before it is ended, such as {@code 10m}; at least 100 ms. Empty, the
     * default: it stays.
     */
    String idleTimeout() default "";

    /** Whether a process whose node has gone is started elsewhere at once, and not by the next message. */
    boolean remembered() default false;

    /**
     * Whether the cluster runs one process of the type, as soon as it can. Its key is {@code
     * dev.gmp.process.cluster.KeyedType.SINGLETON_KEY}. It has one shard, is remembered, and has no idle time.
     */
    boolean singleton() default false;

    /** The class of the states that {@code SaveState} saves. {@code void.class}, the default: there is no state. */
    Class<?> state() default void.class;
}
