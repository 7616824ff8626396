package dev.gmp.observe;

import dev.gmp.config.GoroutineMode;
import java.util.Optional;

/**
 * A goroutine, as it sees itself at one moment.
 *
 * @param scheduler the name of its scheduler
 * @param threadId of the thread that it runs on, as {@link Thread#getId} and thread dumps have it. A virtual goroutine's
 *     thread is its own from beginning to end, and so is the id. Direct goroutines that follow each other on one machine
 *     have the same.
 * @param machine the id of the machine that it runs on, which may be another at the next moment
 * @param kind {@link GoroutineMode#VIRTUAL} or {@link GoroutineMode#DIRECT}
 * @param adopted whether it is no task, but a virtual thread that a task has started by itself and that is only carried. No
 *     shutdown waits for it or interrupts it, and it may outlive the scheduler
 * @param times where its time went since its start; known of virtual goroutines of a scheduler that is asked to clock them.
 *     {@code syscall} is then the time in marked blocking sections, and {@code running} all other time on a machine, also
 *     without a processor.
 * @since 0.1
 */
public record GoroutineInfo(
        String scheduler,
        long threadId,
        long machine,
        GoroutineMode kind,
        boolean adopted,
        Optional<GoroutineTimes> times) {}
