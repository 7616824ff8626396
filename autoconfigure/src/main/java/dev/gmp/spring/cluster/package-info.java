/** Processes across machines as an application's beans. */
@NullMarked
package dev.gmp.spring.cluster;

import org.jspecify.annotations.NullMarked;
