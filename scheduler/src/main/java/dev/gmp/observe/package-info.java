/** What an operator can see of a scheduler: snapshots, counters, schedtrace, and a listener for single events. */
@NullMarked
package dev.gmp.observe;

import org.jspecify.annotations.NullMarked;
