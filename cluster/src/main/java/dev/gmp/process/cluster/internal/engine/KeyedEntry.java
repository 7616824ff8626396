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
 * A key of this node, from its first message until a process of it has ended and nothing waits.
 *
 * <pre>
 * NEW --> STARTING --> ALIVE --> ENDING --> GONE
 *             ^                    |
 *             +---- if messages wait
 * </pre>
 *
 * <p>ENTRY-1: no accepted message is lost between two processes of a key. A sender that sees {@link #direct} puts its
 * message into the mailbox, without a lock. If the mailbox takes it, a step gets it or {@link KeyedShell} gives it back as
 * unread. If the process has ended, it waits here.
 *
 * <p>ENTRY-2: one process of a key is alive at a time. The next one starts after the last one has been closed, and after its
 * saves.
 */
final class KeyedEntry extends KeyedHandle {

    /** The process, while it takes messages directly. */
    private volatile @Nullable Pid direct;

    /** Guarded by this, as all that follows. */
    private State state = State.NEW;

    private @Nullable Backlog backlog;

    /** The process has ended while messages that had waited for it were still being sent. */
    private boolean endedEarly;

    private enum State {
        NEW,
        STARTING,
        ALIVE,
        ENDING,
        GONE
    }

    KeyedEntry(ShardHost host, KeyedPid pid) {
        super(host, pid);
    }

    /** @return null if this entry is gone */
    @Nullable
    SendResult put(@Nullable Pid sender, Object message) {
        while (true) {
            Pid to = direct;
            if (to != null) {
                SendResult result = processes().receive(to, sender, message);
                if (result != SendResult.ENDED) {
                    return result;
                }
            }
            Next next = tryWait(to, sender, message);
            switch (next) {
                case WAITS -> {
                    return SendResult.DELIVERED;
                }
                case START -> {
                    start();
                    return SendResult.DELIVERED;
                }
                case WATCH -> {
                    watch(to);
                    return SendResult.DELIVERED;
                }
                case FULL -> {
                    return SendResult.FULL;
                }
                case GONE -> {
                    return null;
                }
                case AGAIN -> {}
            }
        }
    }

    private enum Next {
        /** It waits for a process that another thread starts. */
        WAITS,
        START,
        WATCH,
        FULL,
        GONE,
        AGAIN
    }

    /** @param ended the process that takes no message any more; null if there was none */
    private Next tryWait(@Nullable Pid ended, @Nullable Pid sender, Object message) {
        boolean isNew;
        boolean isClosed = false;
        Next next = Next.WAITS;
        synchronized (this) {
            if (state == State.GONE) {
                return Next.GONE;
            }
            if (state == State.ALIVE && direct != ended) {
                return Next.AGAIN;
            }
            isNew = state == State.NEW;
            Room room = host.router().starting();
            if (isNew && host.isClosed()) {
                isClosed = true;
            } else if (isNew && saved == null) {
                room.take(); // for a moment
            } else if (!room.tryTake()) {
                next = Next.FULL;
            }
            if (isClosed || (isNew && next == Next.FULL)) {
                leave();
            } else if (next != Next.FULL) {
                if (state == State.ALIVE) {
                    state = State.ENDING;
                    direct = null;
                    next = Next.WATCH;
                }
                backlog().add(KeyedMessage.of(pid, sender, message));
                if (isNew) {
                    state = State.STARTING;
                    next = Next.START;
                }
            }
        }
        if (isClosed || (isNew && next == Next.FULL)) {
            host.left(this, List.of());
        }
        return isClosed ? Next.GONE : next;
    }

    /** Starts its process if there is none. */
    void startAlone() {
        boolean starts;
        synchronized (this) {
            starts = state == State.NEW;
            if (starts) {
                state = State.STARTING;
            }
        }
        if (starts) {
            start();
        }
    }

    private void start() {
        SavedState state = saved;
        if (state == null) {
            submit();
        } else {
            host.router().timers().run(() -> load(state));
        }
    }

    private void load(SavedState state) {
        try {
            state.load();
        } catch (Throwable failed) {
            fail(SendResult.UNREACHABLE, failed);
            return;
        }
        submit();
    }

    private void submit() {
        if (host.isClosed()) {
            leaveWith(null);
            return;
        }
        Pid submitted;
        try {
            submitted = processes().submit(pid.type(), method(), this);
        } catch (RejectedExecutionException noRoom) {
            fail(SendResult.FULL, noRoom);
            return;
        }
        host.remember(this);
        synchronized (this) {
            setProcess(endedEarly ? null : submitted);
        }
        sendWaiting(submitted);
    }

    String method() {
        return host.type().process().methods().iterator().next();
    }

    /** Sends what waited, in its order and without the lock. Then senders reach the process directly. */
    private void sendWaiting(Pid to) {
        while (true) {
            KeyedMessage next;
            synchronized (this) {
                next = endedEarly || backlog == null ? null : backlog.poll();
                if (next == null) {
                    if (endedEarly) {
                        state = State.ENDING;
                        break;
                    }
                    state = State.ALIVE;
                    direct = to;
                    backlog = null;
                    return;
                }
            }
            SendResult result = processes().receive(to, next.sender(), next.content());
            if (result == SendResult.ENDED) {
                boolean isOver;
                synchronized (this) {
                    backlog().putBack(next);
                    state = State.ENDING;
                    isOver = endedEarly;
                }
                if (isOver) {
                    break;
                }
                watch(to);
                return;
            }
            if (result != SendResult.DELIVERED) {
                host.router().lost(next.sender(), pid, result);
            }
        }
        finish();
    }

    /** For a process that may end without its shell: before it was made. */
    private void watch(@Nullable Pid ending) {
        if (ending != null) {
            processes().result(ending).whenComplete((result, error) -> {
                if (process() == ending) {
                    ended();
                }
            });
        }
    }

    /** By the shell, on the goroutine of the process, before its first step. */
    void started(Pid own) {
        if (saved != null) {
            host.router().saves().add(own, saved);
        }
    }

    /** None of the process's code runs any more. */
    void ended() {
        synchronized (this) {
            Pid own = process();
            if (own != null && saved != null) {
                host.router().saves().remove(own);
            }
            direct = null;
            setProcess(null);
            if (state == State.STARTING) {
                endedEarly = true;
                return;
            }
            state = State.ENDING;
        }
        finish();
    }

    private void finish() {
        if (saved != null && !saved.isIdle()) {
            saved.whenIdle(this::finish);
            return;
        }
        boolean again;
        synchronized (this) {
            if (state != State.ENDING) {
                return;
            }
            again = !host.isClosed() && backlog != null && backlog.merge();
            if (again) {
                state = State.STARTING;
                endedEarly = false;
            }
        }
        if (again) {
            host.router().timers().run(this::start);
        } else {
            leaveWith(null);
        }
    }

    private void fail(SendResult reason, Throwable cause) {
        ShardHost.LOGGER.log(System.Logger.Level.WARNING, pid + " cannot start", cause);
        leaveWith(reason);
    }

    /** @param reason tells senders why their messages are lost; null: another process may get them */
    private void leaveWith(@Nullable SendResult reason) {
        List<KeyedMessage> left;
        synchronized (this) {
            left = backlog == null ? List.of() : backlog.takeAll();
            leave();
        }
        if (reason != null) {
            left.forEach(each -> host.router().lost(each.sender(), pid, reason));
            left = List.of();
        }
        host.left(this, left);
    }

    /** Guarded by this. */
    private void leave() {
        state = State.GONE;
        host.remove(this);
    }

    /** Guarded by this. */
    private Backlog backlog() {
        if (backlog == null) {
            backlog = new Backlog(host.router().starting());
        }
        return backlog;
    }

    /** Messages that no step got. By the shell, when the mailbox has closed. */
    void unread(List<Event> events, boolean wasInitialized) {
        List<KeyedMessage> messages = new ArrayList<>(events.size());
        for (Event event : events) {
            if (event instanceof Event.Message message) {
                if (wasInitialized || host.isClosed()) {
                    messages.add(KeyedMessage.of(pid, message.sender(), message.data()));
                } else { // the next process would fail as well
                    host.router().lost(message.sender(), pid, SendResult.ENDED);
                }
            }
        }
        synchronized (this) {
            backlog().addUnread(messages);
        }
    }

    /** Ends the process without asking. */
    void end() {
        Pid now = process();
        if (now != null) {
            processes().end(now, "its shard has left this node");
            watch(now);
        }
    }
}
