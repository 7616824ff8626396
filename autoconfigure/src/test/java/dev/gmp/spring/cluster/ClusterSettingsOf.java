package dev.gmp.spring.cluster;

import org.springframework.boot.context.properties.bind.Binder;

/** Settings of a cluster for tests elsewhere, bound as at an application's start. */
public final class ClusterSettingsOf {

    private ClusterSettingsOf() {}

    public static Record in(Binder binder) {
        return binder.bindOrCreate(GmpClusterProperties.PREFIX, GmpClusterProperties.class);
    }
}
