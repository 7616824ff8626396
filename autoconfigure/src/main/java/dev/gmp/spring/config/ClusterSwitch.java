package dev.gmp.spring.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** Whether the application is a node of a cluster. */
public enum ClusterSwitch {
    ON("gmp.cluster.name is set"),

    NO_NAME("gmp.cluster.name is not set"),

    DISABLED("gmp.cluster.enabled is false"),

    NO_MODULE("gmp-process-cluster is not on the class path");

    /** All settings of the cluster begin with it. */
    public static final String PREFIX = GmpProperties.PREFIX + ".cluster";

    private static final String MODULE = "dev.gmp.process.cluster.Cluster";

    private final String reason;

    ClusterSwitch(String reason) {
        this.reason = reason;
    }

    public static ClusterSwitch of(Environment environment, @Nullable ClassLoader loader) {
        Binder binder = Binder.get(environment);
        if (!binder.bind(PREFIX + ".enabled", Boolean.class).orElse(true)) {
            return DISABLED;
        } else if (!StringUtils.hasText(
                binder.bind(PREFIX + ".name", String.class).orElse(""))) {
            return NO_NAME;
        }
        return ClassUtils.isPresent(MODULE, loader) ? ON : NO_MODULE;
    }

    /** A sentence without its full stop. */
    public String reason() {
        return reason;
    }
}
