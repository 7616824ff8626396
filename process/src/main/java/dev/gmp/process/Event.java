package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * An input of a step: a message, the completion of a command, or a request to end.
 *
 * @since 0.1
 */
public sealed interface Event {

    /**
     * A message.
     *
     * @param sender the process that sent it; null if it came from outside of any process
     * @param data the message
     * @since 0.1
     */
    record Message(@Nullable Pid sender, Object data) implements Event {}

    /**
     * The completion of a command that this process yielded.
     *
     * @param tag the tag of the yield
     * @param data the result; null if there is none, or after an error
     * @param error the error; null if the command succeeded
     * @since 0.1
     */
    record YieldComplete(
            long tag, @Nullable Object data, @Nullable Throwable error) implements Event {}

    /**
     * The request to end. The process may finish its work first, or ignore the request. A process gets it at most once.
     *
     * @param reason the reason, as text for logs
     * @since 0.1
     */
    record Cancel(String reason) implements Event {}
}
