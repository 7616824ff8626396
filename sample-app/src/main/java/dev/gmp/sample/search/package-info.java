/** Fans a regular expression out over the corpus and gathers what it finds. */
@NullMarked
package dev.gmp.sample.search;

import org.jspecify.annotations.NullMarked;
