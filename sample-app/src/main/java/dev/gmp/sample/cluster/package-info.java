/** The search service on several machines: each part of the corpus is a process with a key, on one of the nodes. */
@NullMarked
package dev.gmp.sample.cluster;

import org.jspecify.annotations.NullMarked;
