package dev.gmp.process;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A state machine that events drive. It is made, initialised, stepped any number of times and closed, by one thread at a
 * time. What one call writes the next one sees: its fields need no lock.
 *
 * <p>It runs on a direct goroutine of the scheduler. A step that computes should be short; one that blocks holds its
 * thread, so what blocks is better yielded as a {@link Command}.
 *
 * <p>What {@link #init} or {@link #step} throws, an {@link Error} too, ends this process alone: it is closed, and its
 * result fails with what was thrown.
 *
 * <p>The name is that of {@link java.lang.Process}, so it must be imported by name.
 *
 * @since 0.1
 */
public interface Process {

    /**
     * Called once, before the first step.
     *
     * @param context what it can ask of the runtime; may be kept
     * @param method the entry point that was asked for, one of {@link ProcessType#methods}
     * @param input the argument of the submission
     */
    void init(ProcessContext context, String method, @Nullable Object input) throws Exception;

    /**
     * Goes on by what has happened. The first step after {@link #init} comes at once and may have no events; each later one
     * has at least one.
     *
     * @param events in the order of arrival, completions and the cancellation before messages; unmodifiable, may be kept
     * @param out takes commands and says how to go on; over when this call returns
     */
    void step(List<Event> events, StepOutput out) throws Exception;

    /**
     * Frees what the process holds. Called once if the process was made, also when {@link #init} or {@link #step} threw,
     * before its result is known. What it throws makes the result fail.
     */
    default void close() throws Exception {}
}
