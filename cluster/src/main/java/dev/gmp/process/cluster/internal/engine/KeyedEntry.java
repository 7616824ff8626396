package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A key of this node, from its first message until a process of it has ended and nothing waits. The gate leads to the
 * process.
 *
 * <p>ENTRY-1: no accepted message is lost between two processes of a key. A sender that sees the process puts its message into
 * the mailbox, without a lock. If the mailbox takes it, a step gets it, or {@link KeyedShell} gives it back as unread.
 * If the process has ended, it waits here.
 *
 * <p>ENTRY-2: one process of a key is alive at a time. The next one starts after the last one has been closed, and after its
 * saves.
 */
final class KeyedEntry extends KeyedHandle {

    /** Whether a process is about to be submitted; so from the beginning. Guarded by this, as all that follows. */
    private boolean starts = true;

    private boolean isGone;

    /** The last process, in a host that has closed, is ended without asking. */
    private boolean isToEnd;

    KeyedEntry(ShardHost host, KeyedPid pid) {
        super(host, pid);
    }

    /** By the thread that has made it. @param first has a place in the room; null: the process starts without a message */
    void begin(@Nullable KeyedMessage first) {
        synchronized (this) {
            if (first != null) {
                add(first);
            }
        }
        start();
    }

    /** @return null if this entry is gone */
    @Nullable
    SendResult put(@Nullable Pid sender, Object message) {
        while (true) {
            Pid to = open();
            if (to != null) {
                SendResult result = processes().receive(to, sender, message);
                if (result != SendResult.ENDED) {
                    return result;
                }
                hasEnded(to);
            }
            synchronized (this) {
                if (isGone) {
                    return null;
                }
                if (open() == null) {
                    if (!room().tryTake()) {
                        return SendResult.FULL;
                    }
                    add(KeyedMessage.of(pid, sender, message));
                    return SendResult.DELIVERED;
                }
            }
        }
    }

    @Override
    @Nullable
    SendResult deliver(Pid to, KeyedMessage message) {
        SendResult result = processes().receive(to, message.sender(), message.content());
        if (result == SendResult.ENDED) {
            hasEnded(to);
            return null;
        }
        return result;
    }

    /** The process takes no messages any more. Its shell tells when it is closed; without one its result does. */
    private void hasEnded(Pid to) {
        forget(to);
        processes().result(to).whenComplete((result, error) -> {
            if (process() == to) {
                ended();
            }
        });
    }

    private void start() {
        SavedState state = saved;
        if (state == null) {
            submit();
        } else if (!host.router().timers().tryRun(() -> load(state))) {
            fail(SendResult.ENDED);
        }
    }

    private void load(SavedState state) {
        try {
            state.load();
        } catch (Throwable failed) {
            ShardHost.LOGGER.log(
                    System.Logger.Level.WARNING, "The state of %s cannot be loaded".formatted(pid), failed);
            fail(SendResult.UNREACHABLE);
            return;
        }
        submit();
    }

    private void submit() {
        boolean sends = false;
        boolean isRefused = false;
        synchronized (this) {
            if (!host.isClosed()) {
                try {
                    Pid submitted = processes().submit(pid.type(), method(), this);
                    setProcess(submitted);
                    sends = lead(submitted);
                    host.remember(this);
                } catch (RejectedExecutionException refused) {
                    isRefused = true;
                }
            }
            starts = isRefused;
        }
        if (isRefused) {
            fail(SendResult.FULL);
        } else if (sends) {
            sendWaiting();
        } else {
            hasStopped();
        }
    }

    /** None of the process's code runs any more. By the shell. */
    void ended() {
        synchronized (this) {
            Pid ended = process();
            if (ended != null) {
                forget(ended);
                host.router().saves().remove(ended);
            }
            setProcess(null);
        }
        hasStopped();
    }

    /** Without a process the entry goes, or another process starts for what waits. */
    @Override
    void hasStopped() {
        SavedState saving = saved;
        if (saving != null && process() == null && !saving.isIdle()) {
            saving.whenIdle(this::hasStopped);
            return;
        }
        List<KeyedMessage> left = null;
        synchronized (this) {
            if (process() != null || starts || sends() || isGone) {
                return;
            }
            starts = !host.isClosed() && hasWaiting();
            if (!starts) {
                host.forget(this);
                left = leave();
            }
        }
        if (left != null) {
            host.left(left);
        } else if (!host.router().timers().tryRun(this::start)) {
            fail(SendResult.ENDED);
        }
    }

    private void fail(SendResult reason) {
        List<KeyedMessage> left;
        synchronized (this) {
            left = leave();
        }
        left.forEach(each -> lost(each, reason));
        host.left(List.of());
        host.tryAgain(this);
    }

    /** Guarded by this. @return what waits, which is the caller's now */
    private List<KeyedMessage> leave() {
        isGone = true;
        host.remove(this);
        return removeAll();
    }

    /** Messages that no step got. By the shell, when the mailbox has closed, the later ones first. */
    void unread(List<Event> events, boolean mayTryAgain) {
        List<KeyedMessage> messages = new ArrayList<>(events.size());
        for (Event event : events) {
            if (event instanceof Event.Message message) {
                messages.add(KeyedMessage.of(pid, message.sender(), message.data()));
            }
        }
        if (mayTryAgain || host.isClosed()) {
            synchronized (this) {
                addFirst(messages);
            }
        } else { // the next process would fail as well
            messages.forEach(each -> lost(each, SendResult.ENDED));
        }
    }

    /** Ends the process without asking. */
    void end() {
        Pid now;
        synchronized (this) {
            now = isToEnd ? null : process();
            isToEnd |= now != null;
        }
        if (now != null) {
            processes().end(now, "its shard has left this node");
            hasEnded(now);
        }
    }
}
