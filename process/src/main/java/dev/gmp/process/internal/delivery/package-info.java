/** How messages and the completions of yields reach their process. */
@NullMarked
package dev.gmp.process.internal.delivery;

import org.jspecify.annotations.NullMarked;
