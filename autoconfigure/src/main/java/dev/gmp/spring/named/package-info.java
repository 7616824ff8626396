/** What each entry of {@code gmp.schedulers} defines: a bulkhead or a scheduler, with an executor and a task scheduler. */
@NullMarked
package dev.gmp.spring.named;

import org.jspecify.annotations.NullMarked;
