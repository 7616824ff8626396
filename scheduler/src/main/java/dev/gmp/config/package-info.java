/** The settings of a scheduler, validated where they are made. */
@NullMarked
package dev.gmp.config;

import org.jspecify.annotations.NullMarked;
