/**
 * The verbs: what machines, processors and goroutines do. Begin with {@code Scheduler}, which wires them, then
 * {@code ScheduleLoop}, {@code FindRunnable}, and the essay in {@code WakeUp}.
 */
@NullMarked
package dev.gmp.internal.sched;

import org.jspecify.annotations.NullMarked;
