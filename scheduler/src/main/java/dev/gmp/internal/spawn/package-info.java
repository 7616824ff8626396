/** Go: {@code newproc}. How a task is admitted, becomes a goroutine, and is accepted or rejected. */
@NullMarked
package dev.gmp.internal.spawn;

import org.jspecify.annotations.NullMarked;
