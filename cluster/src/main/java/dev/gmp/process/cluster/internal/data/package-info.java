/**
 * What all nodes know, on Pekko's distributed data: the keys that are remembered, names and groups. It also keeps the
 * shards of remembered types on some node at all times.
 */
@NullMarked
package dev.gmp.process.cluster.internal.data;

import org.jspecify.annotations.NullMarked;
