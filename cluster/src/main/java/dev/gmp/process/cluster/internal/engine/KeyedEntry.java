package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process.UnreadMessageHandler;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.KeyedContext;
import dev.gmp.process.cluster.KeyedPid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A key of this node, from its first message until a process of it has ended and nothing waits. The gate leads to the
 * process. It is also the context of the process, to be small.
 *
 * <p>ENTRY-1: no accepted message is lost between two processes of a key. A sender that sees the process puts its message into
 * the mailbox, without a lock. If the mailbox takes it, a step gets it, or it comes back as unread. If the process has
 * ended, it waits here.
 *
 * <p>ENTRY-2: one process of a key is alive at a time. The next one starts after the last one has been closed, and after its
 * saves.
 */
final class KeyedEntry extends Gate<Pid> implements KeyedContext, UnreadMessageHandler {

    final ShardHost host;
    private final KeyedPid pid;

    /** Null for a type without states. */
    private final @Nullable SavedState saved;

    /** The process from its submission to its end. Guarded by this, as the four after it. */
    private @Nullable Pid process;

    /** Whether a process is about to be submitted; so from the beginning. */
    private boolean starts = true;

    private boolean isGone;

    /** The last process, in a host that has closed, is ended without asking. */
    private boolean isToEnd;

    /** The last process has failed before its first step. */
    private boolean hasFailed;

    /** Set by steps, cleared by {@link #passivate}. After a race the process ends a little later. */
    private boolean touched;

    private byte quietSweeps;

    /** @param first has a place in the room; null: the process starts without a message */
    KeyedEntry(ShardHost host, KeyedPid pid, @Nullable KeyedMessage first) {
        this.host = host;
        this.pid = pid;
        this.saved = host.type()
                .state()
                .map(type -> new SavedState(host.router, pid, type, this::hasStopped))
                .orElse(null);
        if (first != null) {
            add(first);
        }
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

    @Override
    void lost(KeyedMessage message, SendResult reason) {
        host.router.lost(message.sender(), pid, reason);
    }

    @Override
    Room room() {
        return host.starting();
    }

    @Override
    Warnings warnings() {
        return host.router.warnings;
    }

    /** The process takes no messages any more. Its shell tells when it is closed; without one its result does. */
    private void hasEnded(Pid to) {
        forget(to);
        processes().result(to).whenComplete((result, error) -> ended(to));
    }

    /** Starts a process, when its state is loaded. If that fails, what waits is lost, and the thread of a sender goes on. */
    void start() {
        SavedState state = saved;
        if (state == null) {
            submit();
            return;
        }
        try {
            state.load(this::loaded);
        } catch (Throwable thrown) {
            loaded(thrown);
        }
    }

    private void loaded(@Nullable Throwable error) {
        if (error == null) {
            submit();
        } else {
            fail(SendResult.UNREACHABLE, error);
        }
    }

    private void submit() {
        boolean sends;
        try {
            sends = trySubmit();
        } catch (Throwable thrown) {
            fail(SendResult.FULL, thrown);
            return;
        }
        if (sends) {
            sendWaiting();
        } else {
            hasStopped();
        }
    }

    /** Starts a process, if the host is open. If it throws, there is none. @return whether to send what waits */
    private synchronized boolean trySubmit() {
        boolean sends = false;
        hasFailed = false;
        if (!host.isClosed()) {
            host.remember(this);
            Pid submitted = processes().submit(pid.type(), method(), this);
            process = submitted;
            sends = lead(submitted);
        }
        starts = false;
        return sends;
    }

    /** None of the code of that process runs any more. By its shell, or when its result is known. */
    void ended(Pid last) {
        synchronized (this) {
            if (last != process) {
                return; // told for the second time: another process may have started
            }
            forget(last);
            process = null;
            host.router.saves.remove(last);
        }
        hasStopped();
    }

    /** Without a process the entry goes, or another process starts for what waits. */
    @Override
    void hasStopped() {
        Collection<KeyedMessage> left = null;
        boolean triesAgain;
        synchronized (this) {
            if (process != null || starts || sends() || isGone) {
                return;
            }
            if (saved != null && !saved.isIdle()) {
                return; // it calls again
            }
            starts = !host.isClosed() && hasWaiting();
            triesAgain = hasFailed && host.isSingleton();
            if (!starts) {
                host.forget(this);
                left = leave();
            }
        }
        if (left == null) {
            startLater();
            return;
        }
        if (triesAgain) {
            host.tryAgain(this);
        }
        host.left(left);
    }

    private void startLater() {
        try {
            if (!host.router.timers().tryRun(this::start)) {
                fail(SendResult.ENDED, null);
            }
        } catch (Throwable thrown) {
            fail(SendResult.ENDED, thrown);
        }
    }

    /** Ends an entry whose start has failed, which would hold up its shard. @param error null if no task is taken */
    private void fail(SendResult reason, @Nullable Throwable error) {
        Collection<KeyedMessage> left;
        synchronized (this) {
            if (isGone) {
                return;
            }
            left = leave();
        }
        try {
            if (error != null && !(error instanceof RejectedExecutionException)) {
                warnings().warn("start", "The process of %s cannot start", pid, error);
            }
            host.tryAgain(this);
            left.forEach(each -> lost(each, reason));
        } catch (Throwable thrown) {
            warnings().warn("dropped", "Messages to %s are dropped", pid, thrown);
        } finally {
            host.left(List.of());
        }
    }

    /** Guarded by this. @return what waits, which is the caller's now */
    private Collection<KeyedMessage> leave() {
        isGone = true;
        host.remove(this);
        return removeAll();
    }

    /** By the shell, on the goroutine of the process, before its first step. */
    void started(Pid own) {
        if (saved != null) {
            host.router.saves.add(own, saved);
        }
    }

    /** The process ends because it could not start. By the shell. @param events what its first step would have got */
    void failed(List<Event> events) {
        synchronized (this) {
            hasFailed = true;
        }
        giveBack(events);
    }

    /** Messages that no step got. By the shell, the later ones first. */
    void giveBack(List<Event> events) {
        List<KeyedMessage> messages = new ArrayList<>(events.size());
        for (Event event : events) {
            if (event instanceof Event.Message message) {
                messages.add(KeyedMessage.of(pid, message.sender(), message.data()));
            }
        }
        synchronized (this) {
            if (!hasFailed || host.isClosed()) {
                addFirst(messages);
                return;
            }
        }
        messages.forEach(each -> lost(each, SendResult.ENDED)); // the next process would fail as well
    }

    /** The process has ended before its shell was made. */
    @Override
    public void unread(List<Event> messages) {
        giveBack(messages);
        Pid last = process();
        if (last != null) {
            hasEnded(last);
        }
    }

    /** Ends the process without asking. */
    void end() {
        Pid now;
        synchronized (this) {
            now = isToEnd ? null : process;
        }
        if (now != null) {
            processes().end(now, "its shard has left this node");
            hasEnded(now);
            synchronized (this) {
                isToEnd = true; // last: what throws is tried again
            }
        }
    }

    synchronized @Nullable Pid process() {
        return process;
    }

    /** What its process is started with. */
    String method() {
        return host.type().process().methods().iterator().next();
    }

    boolean cancel(String reason) {
        Pid now = process();
        return now != null && processes().cancel(now, reason);
    }

    /** Asks the process to end, and ends it if it has nothing to do. */
    void endWhenIdle(String reason) {
        Pid now = process();
        if (now != null) {
            processes().cancel(now, reason);
            processes().endIfIdle(now, reason);
        }
    }

    void tell(Object message) {
        Pid now = process();
        if (now != null) {
            processes().receive(now, null, message);
        }
    }

    void touch() {
        touched = true;
    }

    /** Ends the process if it has been idle since {@value KeyedRoutes#SWEEPS} calls. */
    void passivate() {
        Pid now = process();
        if (touched || now == null) {
            touched = false;
            quietSweeps = 0;
        } else if (++quietSweeps >= KeyedRoutes.SWEEPS) {
            processes().endIfIdle(now, "idle");
            quietSweeps = 0;
        }
    }

    @Override
    public KeyedPid self() {
        return pid;
    }

    @Override
    public SendResult send(Pid to, Object message) {
        return host.isFenced() ? SendResult.UNREACHABLE : host.router.send(to, pid, message);
    }

    @Override
    public Processes processes() {
        return host.router.processes();
    }

    @Override
    public Cluster cluster() {
        return host.router.cluster();
    }

    @Override
    public <S> Optional<S> savedState(Class<S> type) {
        return saved == null ? Optional.empty() : Optional.ofNullable(type.cast(saved.loaded()));
    }

    @Override
    public String toString() {
        return pid.toString();
    }
}
