/** Where text comes from: folders, zips and jars. */
@NullMarked
package dev.gmp.sample.source;

import org.jspecify.annotations.NullMarked;
