package dev.gmp.spring.endpoint;

/** Describes this node's cluster. It names no type of the cluster's module, which may not be on the class path. */
@FunctionalInterface
interface ClusterPart {

    ClusterDescriptor describe();
}
