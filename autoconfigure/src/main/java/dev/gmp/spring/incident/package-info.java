/** Capsules of incidents: written by themselves, and over the web. */
@NullMarked
package dev.gmp.spring.incident;

import org.jspecify.annotations.NullMarked;
