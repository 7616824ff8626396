package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.MessageCodec;
import dev.gmp.process.cluster.StaleStateException;
import dev.gmp.process.cluster.StateStore;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The state of a key in the store. Loaded before a process starts; its saves follow one after the other. */
final class SavedState {

    private final Router router;
    private final KeyedPid pid;
    private final Class<?> type;

    /** Of the last save or load. By one thread after the other: the loading one, then the saves, which follow each other. */
    private long version;

    private volatile @Nullable Object loaded;

    /** Completes when all saves are over. Guarded by this. */
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    SavedState(Router router, KeyedPid pid, Class<?> type) {
        this.router = router;
        this.pid = pid;
        this.type = type;
    }

    /** As it was when the process started. */
    @Nullable
    Object loaded() {
        return loaded;
    }

    /** Blocks. */
    void load() throws Exception {
        StateStore.Saved found = store().load(pid).orElse(null);
        MessageCodec codec = router.settings().codec();
        version = found == null ? 0 : found.version();
        loaded = found == null ? null : codec.read(codec.nameOf(type), found.state());
    }

    private StateStore store() {
        return Objects.requireNonNull(router.settings().store());
    }

    /** Saves after all saves before, on a goroutine, and completes the yield. */
    synchronized void save(Object state, Pid process, long tag) {
        if (!type.isInstance(state)) {
            throw new IllegalArgumentException(
                    "The state of %s must be of %s, but is of %s".formatted(pid, type, state.getClass()));
        }
        last = last.thenRunAsync(() -> saveNow(state, process, tag), router.timers()::run);
    }

    private void saveNow(Object state, Pid process, long tag) {
        try {
            store().save(pid, version, router.settings().codec().write(state));
            version++;
            router.processes().completeYield(process, tag, null);
        } catch (StaleStateException stale) {
            router.processes().end(process, stale.toString());
        } catch (Throwable failed) {
            router.processes().failYield(process, tag, failed);
        }
    }

    synchronized boolean isIdle() {
        return last.isDone();
    }

    synchronized void whenIdle(Runnable action) {
        last.whenComplete((none, error) -> action.run());
    }
}
