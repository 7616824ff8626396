package dev.gmp.observe;

import dev.gmp.config.GoroutineMode;
import java.util.Optional;

/**
 * The calling goroutine at one moment.
 *
 * @param scheduler the name of its scheduler
 * @param threadId the id of its thread, as {@link Thread#getId} and thread dumps have it. A virtual goroutine has a
 *     thread of its own. Direct goroutines that follow each other on one worker thread share its id
 * @param machine the id of the worker thread (machine) that it runs on; a later moment may see another
 * @param kind {@link GoroutineMode#VIRTUAL} or {@link GoroutineMode#DIRECT}
 * @param adopted whether it is a virtual thread that a task has started by itself, and not a task. No shutdown waits
 *     for such a thread or interrupts it, and it may outlive the scheduler
 * @param times the time in each status since its start; present for virtual goroutines where the scheduler measures it.
 *     {@code syscall} is then the time in marked blocking sections, and {@code running} all other time on a machine,
 *     also without a processor
 * @since 0.1
 */
public record GoroutineInfo(
        String scheduler,
        long threadId,
        long machine,
        GoroutineMode kind,
        boolean adopted,
        Optional<GoroutineTimes> times) {}
