package dev.gmp.internal.leak;

import dev.gmp.internal.jdk.LockHolders;
import dev.gmp.internal.util.WaitReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/** Counts waits of which the JVM does not tell which thread would end them. For one thread. */
final class Untold {

    /** A kind of wait, and what is missing. */
    enum Kind {
        MONITOR("for monitors: the JVM does not tell which threads hold them"),
        LOCK("for locks: java.util.concurrent.locks is not opened, so their holders are not told"),
        COMPLETABLE_FUTURE("for a CompletableFuture, which does not tell what completes it"),
        SHARED("for a semaphore, latch, read lock or the end of a virtual thread: no thread alone holds it"),
        CHANNEL("at channels: nothing tells which goroutine will send or receive");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    /** The synchronizers of this lock. One without a holder is just being passed on. */
    private static final String MUTEX = ReentrantLock.class.getName() + "$";

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private boolean incomplete;

    void count(Kind kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    /**
     * Counts a park if nothing tells its holder.
     *
     * @param isDirect of its thread the JVM tells for which lock it waits
     */
    void countPark(@Nullable Object blocker, boolean isDirect) {
        if (blocker instanceof WaitReason known) {
            if (known.waitReason().startsWith("channel")) {
                count(Kind.CHANNEL);
            }
            return;
        }
        String type = blocker == null ? "" : blocker.getClass().getName();
        if (type.startsWith("java.util.concurrent.CompletableFuture")) {
            count(Kind.COMPLETABLE_FUTURE);
        } else if (blocker instanceof AbstractOwnableSynchronizer && type.contains("Lock") && !LockHolders.areKnown()) {
            if (!isDirect) {
                count(Kind.LOCK);
            }
        } else if (blocker instanceof StampedLock
                || (blocker instanceof AbstractOwnableSynchronizer && !type.startsWith(MUTEX))) {
            count(Kind.SHARED);
        }
    }

    /** The search ended before it had seen all. */
    void setIncomplete() {
        incomplete = true;
    }

    boolean isIncomplete() {
        return incomplete;
    }

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        counts.forEach((kind, count) -> sentences.add("%d goroutines wait %s".formatted(count, kind.text)));
        if (incomplete) {
            sentences.add("the search ended early, at its limit of time, of holders or of deadlocks");
        }
        return sentences;
    }
}
