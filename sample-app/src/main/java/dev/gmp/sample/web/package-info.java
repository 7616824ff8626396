/** The HTTP interface. */
@NullMarked
package dev.gmp.sample.web;

import org.jspecify.annotations.NullMarked;
