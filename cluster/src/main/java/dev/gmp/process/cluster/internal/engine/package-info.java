/** Routes messages to keyed processes and hosts them; knows the cluster below it as a {@link dev.gmp.process.cluster.internal.engine.Fabric} only. */
@NullMarked
package dev.gmp.process.cluster.internal.engine;

import org.jspecify.annotations.NullMarked;
