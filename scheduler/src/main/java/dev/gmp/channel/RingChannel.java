package dev.gmp.channel;

import dev.gmp.internal.channel.ChannelCore;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Gives a channel its types, and what Java has for a channel that is closed. */
@SuppressWarnings("unchecked") // what comes out was sent as a T
final class RingChannel<T> extends ChannelCore implements Channel<T> {

    private static final long FOR_EVER = Long.MAX_VALUE;

    RingChannel(int capacity) {
        super(capacity);
    }

    @Override
    public void send(T value) throws InterruptedException {
        send(Objects.requireNonNull(value, "value"), FOR_EVER);
    }

    @Override
    public boolean send(T value, Duration timeout) throws InterruptedException {
        return send(Objects.requireNonNull(value, "value"), nanos(timeout));
    }

    @Override
    public boolean trySend(T value) {
        return tryToSend(Objects.requireNonNull(value, "value"));
    }

    @Override
    public T receive() throws InterruptedException {
        Object value = receive(FOR_EVER);
        if (value == null || value == CLOSED) {
            throw closedException();
        }
        return (T) value;
    }

    @Override
    public Optional<T> receive(Duration timeout) throws InterruptedException {
        return optional(receive(nanos(timeout)));
    }

    @Override
    public Optional<T> tryReceive() {
        return optional(tryToReceive());
    }

    @Override
    public Iterator<T> iterator() {
        return new Received();
    }

    @Override
    public Stream<T> stream() {
        return StreamSupport.stream(new Arriving(), false);
    }

    @Override
    public void close() {
        closeWith(null);
    }

    @Override
    public void close(Throwable cause) {
        closeWith(Objects.requireNonNull(cause, "cause"));
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(closingCause());
    }

    @Override
    public String toString() {
        return "Channel[%d of %d%s]".formatted(size(), capacity(), isClosed() ? ", closed" : "");
    }

    @Override
    protected RuntimeException closedException(@Nullable Throwable cause) {
        return new ChannelClosedException(cause);
    }

    /** @return null when it is closed and empty */
    private @Nullable T receiveOrNull() {
        try {
            Object value = receive(FOR_EVER);
            return value == CLOSED ? null : (T) value;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException)
                    new CancellationException("interrupted while waiting for the next value").initCause(e);
        }
    }

    private Optional<T> optional(@Nullable Object value) {
        return value == CLOSED ? Optional.empty() : Optional.ofNullable((T) value);
    }

    private static long nanos(Duration timeout) {
        return TimeUnit.NANOSECONDS.convert(timeout);
    }

    private final class Received implements Iterator<T> {

        private @Nullable T next;

        @Override
        public boolean hasNext() {
            if (next == null) {
                next = receiveOrNull();
            }
            return next != null;
        }

        @Override
        public T next() {
            T value = hasNext() ? next : null;
            if (value == null) {
                throw new NoSuchElementException("the channel is closed and empty");
            }
            next = null;
            return value;
        }
    }

    private final class Arriving extends Spliterators.AbstractSpliterator<T> {

        Arriving() {
            super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        }

        @Override
        public boolean tryAdvance(Consumer<? super T> action) {
            T value = receiveOrNull();
            if (value == null) {
                return false;
            }
            action.accept(value);
            return true;
        }
    }
}
