package dev.gmp.channel;

import java.time.Duration;

/**
 * The end of a {@link Channel} that values go in by (Go: chan&lt;-).
 *
 * <p>It is the senders' to close the channel, when no more will come. In a {@code try} with the channel as its resource that
 * happens at the end of the block.
 *
 * @param <T> what is sent; never null
 * @since 0.2.0
 */
public sealed interface SendChannel<T> extends AutoCloseable permits Channel {

    /**
     * Sends a value. Waits until a receiver has taken it, or there is room for it.
     *
     * @throws ChannelClosedException if the channel is closed, or is closed while this waits; the value was not sent
     * @throws InterruptedException if the thread is interrupted before, or while it waits; the value was not sent. An interrupt that
     *     comes when it has been sent stays set
     * @throws NullPointerException if the value is null
     */
    void send(T value) throws InterruptedException;

    /**
     * The same, for a time.
     *
     * @param timeout for how long it waits at most; zero or less: not at all
     * @return whether it was sent; false: the time is over, and it was not
     * @throws ChannelClosedException as {@link #send(Object)}
     * @throws InterruptedException as {@link #send(Object)}
     * @throws NullPointerException if the value or the time is null
     */
    boolean send(T value, Duration timeout) throws InterruptedException;

    /**
     * Sends a value if that needs no wait: a receiver waits for it, or there is room. It ignores interrupts.
     *
     * @return whether it was sent
     * @throws ChannelClosedException if the channel is closed
     * @throws NullPointerException if the value is null
     */
    boolean trySend(T value);

    /**
     * Closes the channel. Later sends fail, and values in the buffer can still be received. Receivers that wait
     * find it closed. Senders that wait get a {@link ChannelClosedException}, and their values have not been sent. Closing it
     * again does nothing.
     */
    @Override
    void close();

    /**
     * The same because of a failure, which becomes the cause of each {@link ChannelClosedException}.
     *
     * @throws NullPointerException if the cause is null
     */
    void close(Throwable cause);

    /** Whether it has been closed. */
    boolean isClosed();

    /** How many values stand in the buffer. It may have changed by the time it is returned. */
    int size();

    /** How many values the buffer has room for; 0 where there is none. */
    int capacity();
}
