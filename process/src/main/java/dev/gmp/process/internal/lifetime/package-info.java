/** How processes come to the scheduler, are asked to end, and end. */
@NullMarked
package dev.gmp.process.internal.lifetime;

import org.jspecify.annotations.NullMarked;
