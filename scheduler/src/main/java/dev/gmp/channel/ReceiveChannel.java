package dev.gmp.channel;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/**
 * The end of a {@link Channel} that values come out of (Go: &lt;-chan). Each value goes to one receiver.
 *
 * @param <T> what is received; never null
 * @since 0.2.0
 */
public sealed interface ReceiveChannel<T> extends Iterable<T> permits Channel {

    /**
     * Receives the next value. Waits until there is one.
     *
     * @throws ChannelClosedException if the channel is closed and empty, or becomes so while this waits
     * @throws InterruptedException if the thread is interrupted before, or while it waits; no value was taken. An interrupt that comes
     *     when one has been stays set
     */
    T receive() throws InterruptedException;

    /**
     * The same, for a time.
     *
     * @param timeout for how long it waits at most; zero or less: not at all
     * @return the value; empty when the time is over, or the channel is closed and empty
     * @throws InterruptedException as {@link #receive()}
     * @throws NullPointerException if the time is null
     */
    Optional<T> receive(Duration timeout) throws InterruptedException;

    /**
     * Receives a value if that needs no wait: one is in the buffer, or a sender waits. It ignores interrupts.
     *
     * @return the value; empty where there is none, also because the channel is closed and empty
     */
    Optional<T> tryReceive();

    /**
     * Receives one value after the other, until the channel is closed and empty (Go: range). {@link Iterator#hasNext} waits for
     * the next value and takes it from the channel; it is lost if {@link Iterator#next} does not follow. An iterator is for one
     * thread. Others may receive from the same channel meanwhile.
     *
     * <p>An interrupt ends a wait by a {@link CancellationException}, and the interrupt status stays set. The cause with which a
     * channel was closed is not thrown; {@link #failure} tells it.
     */
    @Override
    Iterator<T> iterator();

    /**
     * The same as a stream, sequential and lazy: a value is received when an operation asks for one, and none more than it
     * needs. For one thread, once.
     */
    Stream<T> stream();

    /** Whether it has been closed. Values may be left in the buffer. */
    boolean isClosed();

    /** With which cause it was closed; empty while it is open, and where it was closed without one. */
    Optional<Throwable> failure();

    /** How many values stand in the buffer. It may have changed by the time it is returned. */
    int size();

    /** How many values the buffer has room for; 0 where there is none. */
    int capacity();
}
