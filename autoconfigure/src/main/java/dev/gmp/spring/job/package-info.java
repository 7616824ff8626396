/** The ways into a scheduler: a gate for all tasks, and jobs, which wait for their time before it. */
@NullMarked
package dev.gmp.spring.job;

import org.jspecify.annotations.NullMarked;
