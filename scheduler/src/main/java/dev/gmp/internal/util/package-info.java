/** Leaf: small things without a home of their own: padding, the order of stealing, a histogram. */
@NullMarked
package dev.gmp.internal.util;

import org.jspecify.annotations.NullMarked;
