package dev.gmp.internal.netpoll;

import java.nio.channels.SelectionKey;
import java.util.function.Consumer;

/** A channel that a {@link Netpoll} watches (Go: {@code pollDesc}): one slot for the reader, and one for the writer. */
public final class PollDescriptor {

    private final PollSlot reads;
    private final PollSlot writes;

    PollDescriptor(Netpoll netpoll, SelectionKey key) {
        reads = new PollSlot(netpoll, key, SelectionKey.OP_READ | SelectionKey.OP_ACCEPT, true);
        writes = new PollSlot(netpoll, key, SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT, false);
    }

    /** For {@link SelectionKey#OP_READ} and {@link SelectionKey#OP_ACCEPT}. */
    public PollSlot reads() {
        return reads;
    }

    /** For {@link SelectionKey#OP_WRITE} and {@link SelectionKey#OP_CONNECT}. */
    public PollSlot writes() {
        return writes;
    }

    /** The channel was closed: each waiter wakes, and finds that out. */
    public void wakeBoth() {
        reads.wake();
        writes.wake();
    }

    /** Under the lock of the poll. @throws java.nio.channels.CancelledKeyException when the channel was closed */
    void onEvent(int readyOps, boolean blocking, Consumer<Thread> woken) {
        onEvent(reads, readyOps, blocking, woken);
        onEvent(writes, readyOps, blocking, woken);
    }

    private static void onEvent(PollSlot slot, int readyOps, boolean blocking, Consumer<Thread> woken) {
        if ((readyOps & slot.operations()) != 0) {
            Thread waiter = slot.onEvent(blocking);
            if (waiter != null) {
                woken.accept(waiter);
            }
        }
    }
}
