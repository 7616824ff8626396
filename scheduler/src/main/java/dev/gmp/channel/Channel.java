package dev.gmp.channel;

/**
 * Hands values from senders to receivers, in the order of the sends (Go: chan). Pass it as a {@link SendChannel} to
 * code that only sends, and as a {@link ReceiveChannel} to code that only receives.
 *
 * <p>An unbuffered channel has room for nothing: each value passes from a sender directly to a receiver, and the one
 * that comes first waits for the other. A buffered channel keeps values that no receiver has taken yet, up to its
 * capacity.
 *
 * <p>Those that wait are served in the order of their coming. None that comes later passes them. What a sender did
 * before {@code send} happens before what a receiver does after it has received the value.
 *
 * <p>Safe for use by any number of threads of any kind. It holds no thread and needs no end: a channel that is no
 * longer referenced is collected, closed or not.
 *
 * @param <T> what is sent; never null
 * @since 0.2.0
 */
public sealed interface Channel<T> extends SendChannel<T>, ReceiveChannel<T> permits RingChannel {

    /** A channel without room, of capacity 0. */
    static <T> Channel<T> unbuffered() {
        return new RingChannel<>(0);
    }

    /**
     * A channel with a buffer.
     *
     * @param capacity how many, at least 1; memory for them is taken when it is needed
     * @throws IllegalArgumentException if it is less than 1
     */
    static <T> Channel<T> buffered(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, but was " + capacity);
        }
        return new RingChannel<>(capacity);
    }

    /** How many values stand in the buffer, from 0 to the capacity (Go: len). It may have changed by the time it is returned. */
    @Override
    int size();

    /** How many values the buffer has room for; 0 where there is none (Go: cap). It never changes. */
    @Override
    int capacity();

    /** Whether it has been closed. Values may be left in the buffer. */
    @Override
    boolean isClosed();
}
