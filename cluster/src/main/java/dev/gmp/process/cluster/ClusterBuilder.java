package dev.gmp.process.cluster;

/* Written by "node": see the plan. */
public final class ClusterBuilder {
    ClusterBuilder(String name) {}
}
