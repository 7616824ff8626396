/**
 * The core of the scheduler (Go: {@code proc.go}): machines look for goroutines and run them, and processors pass
 * between machines. Begin with {@code ScheduleLoop}, then {@code FindRunnable}, then the essay in {@code WakeUp}.
 *
 * <p>The rules and the glossary stand in {@code docs/internals/scheduling.md}.
 */
@NullMarked
package dev.gmp.internal.sched;

import org.jspecify.annotations.NullMarked;
