/** What goes between nodes. */
@NullMarked
package dev.gmp.process.cluster.internal.wire;

import org.jspecify.annotations.NullMarked;
