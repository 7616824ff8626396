/** Channels without their types: a ring, two lists of waiters and a lock (Go: chan.go, select.go). */
@NullMarked
package dev.gmp.internal.channel;

import org.jspecify.annotations.NullMarked;
