package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/** What a process is stepped with. */
public sealed interface Event {

    /**
     * Somebody sent this process something.
     *
     * @param sender the process that sent it; null when it came from elsewhere
     * @param data what was sent
     */
    record Message(@Nullable Pid sender, Object data) implements Event {}

    /**
     * A command that this process yielded is complete.
     *
     * @param tag of the yield
     * @param data the result; null if there is none, or an error
     * @param error why it failed; null if it did not
     */
    record YieldComplete(
            long tag, @Nullable Object data, @Nullable Throwable error) implements Event {}

    /**
     * The process shall end. It decides how: it may finish something first, or not listen. Comes once at most.
     *
     * @param reason for people
     */
    record Cancel(String reason) implements Event {}
}
