package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.MessageCodec;
import dev.gmp.process.cluster.StaleStateException;
import dev.gmp.process.cluster.StateStore;
import dev.gmp.process.cluster.StateStore.Saved;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of a key in the store. Loaded before a process starts; its saves follow one after the other.
 *
 * <p>A call that takes too long has failed, so that it holds up neither the next process nor the shard. If it changes the
 * store later, the version there is another, and the next save is refused.
 *
 * <p>SAVE-1: the end of each save is told once, and then the next one begins, whatever is thrown in between.
 */
final class SavedState {

    /** After this many vain collections, the lack of memory is not momentary. */
    private static final int MOST_TRIES = 100;

    private final Router router;
    private final KeyedPid pid;
    private final Class<?> type;
    private final Runnable whenIdle;

    private volatile @Nullable Object loaded;

    /** That of the last load or save. Guarded by this, as the two after it. */
    private long version;

    /** The save under way; those that wait follow it. */
    private @Nullable Save first;

    private @Nullable Save last;

    /** @param whenIdle runs when all saves are over */
    SavedState(Router router, KeyedPid pid, Class<?> type, Runnable whenIdle) {
        this.router = router;
        this.pid = pid;
        this.type = type;
        this.whenIdle = whenIdle;
    }

    private final class Save extends StoreCall {

        private final Object state;
        private final Pid process;
        private final long tag;

        /** The version that it replaces. Known when it begins. */
        private long replaced;

        private @Nullable Save next;

        Save(Object state, Pid process, long tag) {
            super(pid);
            this.state = state;
            this.process = process;
            this.tag = tag;
        }

        @Override
        void work() throws Exception {
            store().save(pid, replaced, router.settings.codec().write(state));
        }

        @Override
        void over(@Nullable Throwable error) {
            goOn(this, error);
        }
    }

    /** As it was when the process started. */
    @Nullable
    Object loaded() {
        return loaded;
    }

    /** @param over gets the error, or null; at most once, and in any case if this method returns */
    void load(Consumer<@Nullable Throwable> over) {
        begin(new StoreCall(pid) {
            @Override
            void work() throws Exception {
                loaded(store().load(pid));
            }

            @Override
            void over(@Nullable Throwable error) {
                over.accept(error);
            }
        });
    }

    private void loaded(Optional<Saved> found) {
        MessageCodec codec = router.settings.codec();
        loaded = found.map(saved -> codec.read(codec.nameOf(type), saved.state()))
                .orElse(null);
        synchronized (this) {
            version = found.map(Saved::version).orElse(0L);
        }
    }

    private StateStore store() {
        return Objects.requireNonNull(router.settings.store());
    }

    private void begin(StoreCall call) {
        call.begin(router.timers(), router.settings.bufferTimeout());
    }

    /** Saves after all saves before, and completes the yield. When a save fails, those that wait behind it fail at once. */
    void save(Object state, Pid process, long tag) {
        if (!type.isInstance(state)) {
            throw new IllegalArgumentException(
                    "The state of %s must be of %s, but is of %s".formatted(pid, type, state.getClass()));
        }
        Save save = new Save(state, process, tag);
        if (add(save)) {
            begin(save);
        }
    }

    /** @return whether it is to begin now */
    private synchronized boolean add(Save save) {
        Save before = last;
        last = save;
        if (before != null) {
            before.next = save;
            return false;
        }
        save.replaced = version;
        first = save;
        return true;
    }

    /** The first save is over. Those that wait behind one that has failed get its error. */
    private void goOn(Save save, @Nullable Throwable error) {
        Save lastTold = ended(save, error == null);
        Save next = save;
        Save told;
        do {
            told = next;
            tell(told, error);
            next = removeFirst();
        } while (told != lastTold && next != null);
        if (next == null) {
            whenIdle.run();
        } else {
            begin(next);
        }
    }

    /** @return the last of those to which the end of this save is told */
    private synchronized @Nullable Save ended(Save save, boolean isSaved) {
        version += isSaved ? 1 : 0;
        return isSaved ? save : last;
    }

    /** @return the next one */
    private synchronized @Nullable Save removeFirst() {
        Save next = Objects.requireNonNull(first).next;
        first = next;
        if (next == null) {
            last = null;
        } else {
            next.replaced = version;
        }
        return next;
    }

    /**
     * Throws nothing. The process may wait for it, and nothing else would tell it. So this waits for memory, which others hold
     * for a moment most of the time.
     */
    private void tell(Save save, @Nullable Throwable error) {
        for (int left = MOST_TRIES; left > 0; left--) {
            try {
                tryTell(save, error);
                return;
            } catch (Throwable thrown) {
                if (left == 1) {
                    router.warnings.warn("save", "The end of a save is not told to %s", save.process, thrown);
                }
            }
        }
    }

    private void tryTell(Save save, @Nullable Throwable error) {
        Processes processes = router.processes();
        if (error == null) {
            processes.completeYield(save.process, save.tag, null);
        } else if (error instanceof StaleStateException) {
            processes.end(save.process, error.toString());
        } else {
            processes.failYield(save.process, save.tag, error);
        }
    }

    synchronized boolean isIdle() {
        return first == null;
    }
}
