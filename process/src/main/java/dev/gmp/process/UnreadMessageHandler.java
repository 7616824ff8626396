package dev.gmp.process;

import java.util.List;

/**
 * A {@link Process} that takes care of the messages in its mailbox that no step got when it ended. Without it they are
 * dropped, and counted as undelivered.
 *
 * @since 0.2.0
 */
public interface UnreadMessageHandler {

    /**
     * Takes the messages. Called at most once, before {@link Process#close}, and only if there are any.
     *
     * @param messages in the order of arrival; each is an {@link Event.Message}
     */
    void unread(List<Event> messages);
}
