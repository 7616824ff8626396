/** What can be seen of a scheduler: snapshots, counts, times by status, traces. It changes nothing. */
@NullMarked
package dev.gmp.internal.stats;

import org.jspecify.annotations.NullMarked;
