package dev.gmp.internal.netpoll;

import dev.gmp.internal.util.Padded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells which threads may go on because their channels are ready (Go: {@code netpoll}, here on a {@link Selector}). It
 * has no thread of its own: threads that have nothing better to do poll, one at a time.
 *
 * <p>BREAK-1: a thread that sets an interest while a poll blocks ends it, and the next one takes notice.
 *
 * <pre>
 *     the waiter                          the poller
 *  I1 interest into the selector       P1 blocked = true
 *  I2 blocked? wakeup                  P2 the selector reads the interests, then blocks
 * </pre>
 *
 * I1 and P2 take the selector's own lock; either P2 sees I1, or I2 sees P1.
 *
 * <p>BREAK-2: a {@link #wakeup} that comes before its poll ends that poll at once. The selector's own does not: a poll
 * that does not block, as of a thread that closes a channel, takes it away. So it is noted here before it goes to the
 * selector, and the one that blocks reads the note when no other thread polls. It clears the note last, and its caller
 * looks then for what the waker has written.
 *
 * <p>FLUSH-1: a closed channel gives its descriptor back to the operating system when a selector that knew it next
 * polls. So closing says that first, then polls; if another thread does at that moment, that one looks after its own
 * poll whether it has been said.
 *
 * <p>READY-1: a thread that a poll has taken out of its slot goes on: the thread that polled wakes it, or, when the
 * poll fails, the poll itself does. What takes memory comes before the taking; an event that is left for want of it
 * comes up again.
 */
public final class Netpoll {

    /** Threads that one poll wakes at most (Go: the array in {@code netpoll}). The others' events come up again. */
    public static final int BATCH = 128;

    private final SelectorProvider provider;
    private final Padded.Int waiters = new Padded.Int();
    private final ReentrantLock polling = new ReentrantLock();

    /** Opened for the first channel. */
    private volatile @Nullable Selector selector;

    private volatile boolean blocked;
    private volatile boolean breakWanted;
    private volatile boolean flushWanted;
    private volatile boolean closed;

    /** Polls that have ended. Written by the polling thread. */
    private volatile long polls;

    private volatile long lastPoll = System.nanoTime();

    public Netpoll() {
        this(SelectorProvider.provider());
    }

    /** @param provider makes its selector, when the first channel is opened */
    Netpoll(SelectorProvider provider) {
        this.provider = provider;
    }

    /**
     * Watches a channel, for no thread yet (Go: {@code netpollopen}).
     *
     * @param channel in non-blocking mode, open
     * @throws IllegalStateException if the netpoller was closed
     */
    public synchronized PollDescriptor open(SelectableChannel channel) throws IOException {
        try {
            SelectionKey key = channel.register(selector(), 0);
            PollDescriptor descriptor = new PollDescriptor(this, key);
            key.attach(descriptor);
            return descriptor;
        } catch (ClosedSelectorException e) {
            throw new IllegalStateException("the netpoller was closed", e);
        }
    }

    /** Whether a poll could wake a thread. One volatile read. */
    public boolean hasWaiters() {
        return waiters.get() > 0;
    }

    public int waiters() {
        return waiters.get();
    }

    /** When the last poll ended, by {@link System#nanoTime}. */
    public long lastPoll() {
        return lastPoll;
    }

    /** Whose channels are ready now; none when another thread polls. They count as waiters no more; the caller wakes them. */
    public List<Thread> pollNow() {
        ReadyThreads ready = new ReadyThreads(false);
        try {
            pollNow(ready);
        } catch (Throwable failure) {
            ready.wake();
            throw failure;
        }
        return ready.threads();
    }

    /**
     * As above, but waits for the first event, a {@link #wakeup}, or the time; possibly for less. Only one thread may
     * be in this method.
     *
     * @param nanos at least 0; rounded down to milliseconds, but not to zero (as Go does)
     */
    public List<Thread> poll(long nanos) {
        ReadyThreads ready = new ReadyThreads(true);
        try {
            pollBlocking(ready, nanos == 0 ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
            if (flushWanted) {
                pollNow(ready);
            }
        } catch (Throwable failure) {
            ready.wake();
            throw failure;
        }
        return ready.threads();
    }

    /** Ends the poll that blocks, or the next one at once (Go: {@code netpollBreak}). */
    public void wakeup() {
        breakWanted = true;
        Selector opened = selector;
        if (opened != null) {
            opened.wakeup();
        }
    }

    /** A channel was closed (FLUSH-1). @return threads to wake, as from {@link #pollNow} */
    public List<Thread> flush() {
        flushWanted = true;
        List<Thread> ready = pollNow();
        if (flushWanted) {
            wakeup();
        }
        return ready;
    }

    /**
     * Returns when no poll is under way that was when it was called. The thread that takes a closed channel out of the selector closes its
     * descriptor after that, in the same poll.
     */
    public void awaitEndOfPoll() {
        long before = polls;
        while (polling.isLocked() && polls == before) {
            wakeup();
            Thread.yield();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    /** Closes the selector if it knows no channel; the next channel opens another. @return whether there is none now */
    public boolean closeIfUnused() {
        if (!polling.tryLock()) {
            return false;
        }
        try {
            return closeUnlessUsed();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            polling.unlock();
            if (flushWanted) {
                pollNow().forEach(LockSupport::unpark); // FLUSH-1: a channel was closed meanwhile
            }
        }
    }

    /** Under the lock of the poll; and none is opened meanwhile. */
    private synchronized boolean closeUnlessUsed() throws IOException {
        Selector opened = selector;
        if (opened == null || !opened.isOpen()) {
            return true;
        }
        opened.selectNow(); // takes out the channels that were closed
        if (!opened.keys().isEmpty()) {
            return false;
        }
        selector = null;
        opened.close();
        return true;
    }

    /** Wakes all waiting threads, and lets none wait from then on. Open channels stay open. May be called again. */
    public synchronized void close() {
        closed = true;
        Selector opened = selector;
        if (opened != null) {
            try {
                if (opened.isOpen()) {
                    opened.keys().forEach(Netpoll::wakeBoth);
                }
                opened.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void wakeBoth(SelectionKey key) {
        if (key.attachment() instanceof PollDescriptor descriptor) {
            descriptor.wakeBoth();
        }
    }

    void countWaiter() {
        waiters.incrementAndGet();
    }

    void discountWaiters(int number) {
        waiters.addAndGet(-number);
    }

    /** I2 of BREAK-1. */
    void interestWasSet() {
        if (blocked) {
            wakeup();
        }
    }

    private synchronized Selector selector() throws IOException {
        Selector opened = selector;
        if (opened == null) {
            if (closed) {
                throw new ClosedSelectorException();
            }
            opened = provider.openSelector();
            selector = opened;
        }
        return opened;
    }

    private void pollBlocking(ReadyThreads ready, long millis) {
        polling.lock(); // others poll for a moment only
        try {
            blocked = true;
            select(ready, breakWanted ? 0 : millis);
        } finally {
            blocked = false;
            breakWanted = false;
            polling.unlock();
        }
    }

    private void pollNow(ReadyThreads ready) {
        do {
            if (!polling.tryLock()) {
                return;
            }
            try {
                select(ready, 0);
            } finally {
                polling.unlock();
            }
        } while (flushWanted);
    }

    private void select(ReadyThreads ready, long millis) {
        Selector opened = selector;
        flushWanted = false;
        if (opened == null) {
            return;
        }
        try {
            if (millis == 0) {
                opened.selectNow(ready);
            } else {
                opened.select(ready, millis);
            }
        } catch (ClosedSelectorException e) {
            return; // no thread waits then
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            lastPoll = System.nanoTime();
            polls = polls + 1; // one at a time
            ready.discount();
        }
        ready.failIfAnyFailed();
    }

    /** Collects the threads to wake (READY-1). A channel that fails does not keep the others from it. */
    private final class ReadyThreads implements Consumer<SelectionKey> {

        private final boolean blocking;

        /** Made with a size: in a list with the default one, {@code ensureCapacity} leaves the first allocation to {@code add}. */
        private final ArrayList<Thread> threads = new ArrayList<>(0);

        private final Consumer<Thread> add = threads::add;
        private @Nullable Throwable failure;
        private int discounted;

        ReadyThreads(boolean blocking) {
            this.blocking = blocking;
        }

        @Override
        public void accept(SelectionKey key) {
            if (threads.size() >= BATCH) {
                return;
            }
            try {
                threads.ensureCapacity(threads.size() + 2); // for the reader and the writer
                ((PollDescriptor) key.attachment()).onEvent(key.readyOps(), blocking, add);
            } catch (CancelledKeyException e) {
                // the thread that closed the channel wakes its waiters
            } catch (Throwable thrown) {
                failure = thrown;
            }
        }

        /** In the caller's place, when it does not get them. */
        void wake() {
            for (int i = 0; i < threads.size(); i++) {
                LockSupport.unpark(threads.get(i));
            }
        }

        void failIfAnyFailed() {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
        }

        List<Thread> threads() {
            return threads;
        }

        void discount() {
            if (threads.size() > discounted) {
                discountWaiters(threads.size() - discounted);
                discounted = threads.size();
            }
        }
    }
}
