package dev.gmp.spring.cluster;

import org.springframework.boot.context.properties.bind.Binder;

/** Settings of a cluster for tests elsewhere, bound as at an application's start. */
public final class ClusterSettingsOf {

    private ClusterSettingsOf() {}

    /** Checked as well. */
    public static Record checked(Binder binder) {
        GmpClusterProperties properties = binder.bind(GmpClusterProperties.PREFIX, GmpClusterProperties.class)
                .get();
        ClusterSettings.builder(properties);
        return properties;
    }

    public static Record in(Binder binder) {
        return binder.bindOrCreate(GmpClusterProperties.PREFIX, GmpClusterProperties.class);
    }
}
