package dev.gmp.process;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A state machine driven by events. It is made, initialised, stepped any number of times and closed, by one thread at a
 * time. Each call sees the writes of the calls before it, so its fields need no lock.
 *
 * <p>It runs on a direct goroutine of the scheduler. A step that blocks holds its worker thread, so blocking work
 * should be yielded as a {@link Command}. A step that computes should be short.
 *
 * <p>If {@link #init} or {@link #step} throws, also an {@link Error}, only this process ends: it is closed, and its
 * result fails with the exception.
 *
 * <p>The name is that of {@link java.lang.Process}, so it needs an explicit import.
 *
 * @since 0.1
 */
public interface Process {

    /**
     * Initialises the process. Called once, before the first step.
     *
     * @param context the process's access to the runtime; may be kept
     * @param method the entry point of the submission, one of {@link ProcessType#methods}
     * @param input the argument of the submission
     * @throws Exception ends the process, and its result fails with it
     */
    void init(ProcessContext context, String method, @Nullable Object input) throws Exception;

    /**
     * Handles events. The first step comes right after {@link #init} and may have no events. Each later step has at
     * least one.
     *
     * @param events in the order of arrival, with completions and the cancellation before messages; unmodifiable, may
     *     be kept
     * @param out takes commands and the next state; invalid when this call returns
     * @throws Exception ends the process, and its result fails with it
     */
    void step(List<Event> events, StepOutput out) throws Exception;

    /**
     * Releases resources. Called once for each process that was made, also after {@link #init} or {@link #step} threw,
     * before the result is known.
     *
     * @throws Exception the result fails with it
     */
    default void close() throws Exception {}

    /**
     * A process that takes care of the messages in its mailbox that no step got when it ended. Without it they are dropped,
     * and counted as undelivered. If the process was never made, because it ended before its first step, then its input
     * takes care of them if it is such a handler.
     *
     * @since 0.2.0
     */
    interface UnreadMessageHandler {

        /**
         * Takes the messages. Called at most once, before {@link Process#close}, and only if there are any. The input of a
         * process that was never made is called in any case.
         *
         * @param messages in the order of arrival; each is an {@link Event.Message}
         */
        void unread(List<Event> messages);
    }
}
