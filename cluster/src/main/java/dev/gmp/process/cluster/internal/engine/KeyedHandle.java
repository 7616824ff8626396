package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.KeyedContext;
import dev.gmp.process.cluster.KeyedPid;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The process of a key, as its own code sees it, and as it is asked to end. One object with the {@link KeyedEntry}, to be small. */
abstract class KeyedHandle extends Gate<Pid> implements KeyedContext {

    final ShardHost host;
    final KeyedPid pid;

    /** Null for a type without states. */
    final @Nullable SavedState saved;

    /** The process from its submission to its end. Guarded by this. */
    private @Nullable Pid process;

    /** Set by steps, cleared by {@link #passivate}. After a race the process ends a little later. */
    private boolean touched;

    private byte quietSweeps;

    KeyedHandle(ShardHost host, KeyedPid pid) {
        this.host = host;
        this.pid = pid;
        this.saved = host.type()
                .state()
                .map(type -> new SavedState(host.router(), pid, type))
                .orElse(null);
    }

    final synchronized @Nullable Pid process() {
        return process;
    }

    @Override
    final Room room() {
        return host.router().starting();
    }

    @Override
    final void lost(KeyedMessage message, SendResult reason) {
        host.router().lost(message.sender(), pid, reason);
    }

    /** What its process is started with. */
    final String method() {
        return host.type().process().methods().iterator().next();
    }

    /** By the shell, on the goroutine of the process, before its first step. */
    final void started(Pid own) {
        if (saved != null) {
            host.router().saves().add(own, saved);
        }
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

    boolean isAlive() {
        return process() != null;
    }

    boolean isFenced() {
        return host.isFenced();
    }

    synchronized void setProcess(@Nullable Pid now) {
        process = now;
    }

    /** A step got something. */
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
        return host.isFenced() ? SendResult.UNREACHABLE : host.router().send(to, pid, message);
    }

    @Override
    public Pid submit(String type, String method, @Nullable Object input) {
        return processes().submit(type, method, input);
    }

    @Override
    public Processes processes() {
        return host.router().processes();
    }

    @Override
    public Cluster cluster() {
        return host.router().cluster();
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
