package dev.gmp.channel;

import org.jspecify.annotations.Nullable;

/**
 * A value was to be sent on a closed channel, or received from one that is closed and empty. Its cause is the one with which
 * the channel was closed, if any.
 *
 * @since 0.2.0
 */
public final class ChannelClosedException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    ChannelClosedException(@Nullable Throwable cause) {
        super("the channel is closed", cause);
    }
}
