/** The settings of schedulers and bulkheads, validated by their constructors. */
@NullMarked
package dev.gmp.config;

import org.jspecify.annotations.NullMarked;
