package dev.gmp.gotests;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Go's unbuffered channel, as far as these tests need it: a sender waits for a receiver. */
final class Channel<T> {

    private final SynchronousQueue<T> meeting = new SynchronousQueue<>();

    void send(T value) throws InterruptedException {
        meeting.put(value);
    }

    T receive() throws InterruptedException {
        return meeting.take();
    }

    /** @return whether a receiver took it within the time */
    boolean offer(T value, long millis) throws InterruptedException {
        return meeting.offer(value, millis, TimeUnit.MILLISECONDS);
    }

    /** A {@code select} with a default: what is being sent now, or null. */
    T poll() {
        return meeting.poll();
    }
}
