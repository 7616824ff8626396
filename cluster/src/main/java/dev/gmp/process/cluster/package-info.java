/**
 * Processes across machines: addresses by key that are valid on each node of a cluster. {@link
 * dev.gmp.process.cluster.Cluster} is the entry.
 */
@NullMarked
package dev.gmp.process.cluster;

import org.jspecify.annotations.NullMarked;
