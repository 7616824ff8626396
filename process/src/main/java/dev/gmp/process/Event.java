package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/**
 * What a process is stepped with.
 *
 * @since 0.1
 */
public sealed interface Event {

    /**
     * A message for this process.
     *
     * @param sender the process that sent it; null when it came from elsewhere
     * @param data what was sent
     * @since 0.1
     */
    record Message(@Nullable Pid sender, Object data) implements Event {}

    /**
     * A command that this process yielded is complete.
     *
     * @param tag of the yield
     * @param data the result; null if there is none, or an error
     * @param error why it failed; null if it did not
     * @since 0.1
     */
    record YieldComplete(
            long tag, @Nullable Object data, @Nullable Throwable error) implements Event {}

    /**
     * The process shall end. It decides how: it may finish something first, or not listen. Comes once at most.
     *
     * @param reason for people
     * @since 0.1
     */
    record Cancel(String reason) implements Event {}
}
