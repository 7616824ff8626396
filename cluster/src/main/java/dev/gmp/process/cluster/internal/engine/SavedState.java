package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.MessageCodec;
import dev.gmp.process.cluster.StaleStateException;
import dev.gmp.process.cluster.StateStore;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The state of a key in the store. Loaded before a process starts; its saves follow one after the other.
 *
 * <p>A call that takes too long has failed, so that it holds up neither the next process nor the shard. If it changes the
 * store later, the version there is another, and the next save is refused.
 */
final class SavedState {

    private final Router router;
    private final KeyedPid pid;
    private final Class<?> type;

    private volatile @Nullable Object loaded;

    /** The version of the last load or save. Complete when all saves are over. Guarded by this. */
    private CompletableFuture<Long> last = CompletableFuture.completedFuture(0L);

    /** How many saves of the store have failed. Guarded by this. */
    private int failures;

    SavedState(Router router, KeyedPid pid, Class<?> type) {
        this.router = router;
        this.pid = pid;
        this.type = type;
    }

    private record Found(long version, @Nullable Object state) {}

    /** As it was when the process started. */
    @Nullable
    Object loaded() {
        return loaded;
    }

    CompletableFuture<Void> load() {
        MessageCodec codec = router.settings.codec();
        return call(() -> store().load(pid)
                        .map(found -> new Found(found.version(), codec.read(codec.nameOf(type), found.state())))
                        .orElse(new Found(0, null)))
                .thenAccept(this::loaded);
    }

    private synchronized void loaded(Found found) {
        loaded = found.state();
        last = CompletableFuture.completedFuture(found.version());
    }

    private StateStore store() {
        return Objects.requireNonNull(router.settings.store());
    }

    /** Saves after all saves before, and completes the yield. When a save fails, those that wait behind it fail at once. */
    synchronized void save(Object state, Pid process, long tag) {
        if (!type.isInstance(state)) {
            throw new IllegalArgumentException(
                    "The state of %s must be of %s, but is of %s".formatted(pid, type, state.getClass()));
        }
        int before = failures;
        last = last.thenCompose(replaced -> trySave(state, replaced, before).handle((saved, error) -> {
            if (error != null) {
                failed(before);
            }
            tell(process, tag, error);
            return error == null ? saved : replaced;
        }));
    }

    /** @param before how many saves had failed when this one was yielded */
    private synchronized CompletableFuture<Long> trySave(Object state, long replaced, int before) {
        if (failures > before) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException("A save of %s before this one has failed".formatted(pid)));
        }
        return call(() -> {
            store().save(pid, replaced, router.settings.codec().write(state));
            return replaced + 1;
        });
    }

    /** Fails what waits behind a save of the store that has failed. */
    private synchronized void failed(int before) {
        failures = Math.max(failures, before + 1);
    }

    private void tell(Pid process, long tag, @Nullable Throwable error) {
        if (error == null) {
            router.processes().completeYield(process, tag, null);
        } else if (error instanceof StaleStateException stale) {
            router.processes().end(process, stale.toString());
        } else {
            router.processes().failYield(process, tag, error);
        }
    }

    /** Calls the store on a goroutine. When the time is over, the call has failed, though it may go on. */
    private <T> CompletableFuture<T> call(Callable<T> work) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Duration limit = router.settings.bufferTimeout();
        Future<?> timer = router.timers()
                .after(
                        limit.toNanos(),
                        () -> done.completeExceptionally(new TimeoutException(
                                "The store of states has not answered for %s within %s".formatted(pid, limit))));
        router.timers().run(() -> {
            try {
                done.complete(work.call());
            } catch (Throwable thrown) {
                done.completeExceptionally(thrown);
            } finally {
                if (timer != null) {
                    timer.cancel(false);
                }
            }
        });
        return done;
    }

    synchronized boolean isIdle() {
        return last.isDone();
    }

    synchronized void whenIdle(Runnable action) {
        last.whenComplete((version, error) -> action.run());
    }
}
