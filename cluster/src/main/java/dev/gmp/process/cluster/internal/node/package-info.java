/** The node in Pekko's cluster: its actor system, how it joins, leaves and is cut off, and the fabric on it. */
@NullMarked
package dev.gmp.process.cluster.internal.node;

import org.jspecify.annotations.NullMarked;
