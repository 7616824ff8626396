package dev.gmp.net;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.netpoll.PollDescriptor;
import dev.gmp.internal.util.StackReserve;
import dev.gmp.observe.LoggedName;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A channel, and the scheduler whose goroutines wait for it: the scheduler of the first such goroutine. */
final class Pollable {

    private final SelectableChannel channel;

    /** Guarded by this for writing. */
    private volatile @Nullable Registration registration;

    /** @param channel its mode becomes non-blocking */
    Pollable(SelectableChannel channel) throws IOException {
        channel.configureBlocking(false);
        this.channel = channel;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /**
     * Returns the registration by which the calling goroutine waits.
     *
     * @throws IllegalStateException if the caller is not a virtual goroutine of the channel's scheduler
     */
    Registration registration() throws IOException {
        MachineVerbs verbs = callersScheduler();
        Registration existing = registration;
        if (existing == null) {
            existing = register(verbs);
        }
        if (verbs.netpoll().isClosed()) {
            throw new IllegalStateException("the scheduler has terminated, so goroutines cannot wait for " + channel);
        }
        if (existing.scheduler() != verbs) {
            throw new IllegalStateException(
                    "only goroutines of the scheduler that waited first can wait for " + channel);
        }
        return existing;
    }

    /**
     * Closes the channel and wakes goroutines that wait, also if closing fails: the channel is then closed all the
     * same.
     */
    void close() throws IOException {
        StackReserve.ensure();
        try {
            channel.close();
        } finally {
            wakeAll();
        }
    }

    /**
     * Waits until the operating system has the closed channel's descriptor back, which takes the end of a poll
     * (FLUSH-1).
     */
    void awaitRelease() {
        Registration existing = registration;
        while (existing != null && channel.isRegistered()) {
            existing.scheduler().netpoll().flush().forEach(LockSupport::unpark);
            Thread.yield();
        }
        if (existing != null) {
            existing.scheduler().netpoll().awaitEndOfPoll();
        }
    }

    private void wakeAll() {
        Registration existing;
        synchronized (this) { // one that is being made has seen an open channel, and will be seen here
            existing = registration;
        }
        if (existing != null) {
            existing.descriptor().wakeBoth();
            existing.scheduler().netpoll().flush().forEach(LockSupport::unpark);
        }
    }

    /** The registration, or null if no goroutine has waited yet. */
    @Nullable
    Registration existingRegistration() {
        return registration;
    }

    private synchronized Registration register(MachineVerbs verbs) throws IOException {
        Registration existing = registration;
        if (existing == null) {
            existing = new Registration(verbs, verbs.netpoll().open(channel));
            registration = existing;
        }
        return existing;
    }

    /** Whether the channel is open and registered with the calling goroutine's scheduler. */
    boolean mayWaitAgain() {
        Registration existing = registration;
        return existing != null && isOpen() && existing.scheduler() == callersSchedulerOrNull();
    }

    private static MachineVerbs callersScheduler() {
        MachineVerbs verbs = callersSchedulerOrNull();
        if (verbs != null) {
            return verbs;
        }
        throw new IllegalStateException(
                "only virtual goroutines can wait for the network, but thread %s is none; submit the task to GmpScheduler.virtual()"
                        .formatted(LoggedName.of(Thread.currentThread().getName())));
    }

    private static @Nullable MachineVerbs callersSchedulerOrNull() {
        Machine machine = MachineThreads.current();
        return machine != null && !machine.isCurrentThread() ? machine.verbs() : null;
    }

    record Registration(MachineVerbs scheduler, PollDescriptor descriptor) {}
}
