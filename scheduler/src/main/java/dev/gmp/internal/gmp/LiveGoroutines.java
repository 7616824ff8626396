package dev.gmp.internal.gmp;

import dev.gmp.internal.util.SpinLock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All virtual goroutines that have started and not ended, so that parked ones can be found too (Go: {@code allgs}). The
 * links lie in the goroutines: a set would cost more than they do.
 *
 * <p>A goroutine is in the stripe that its thread's id selects. The locks are held for a few instructions; when one is
 * contended, a virtual thread that the JDK has pinned waits for it as any thread does.
 */
public final class LiveGoroutines {

    /** A power of two. With this many locks, threads that start goroutines at once seldom meet at one. */
    private static final int STRIPES = 16;

    private final Stripe[] stripes = new Stripe[STRIPES];

    public LiveGoroutines() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    public void add(VirtualGoroutine goroutine) {
        stripeOf(goroutine).add(goroutine);
    }

    public void remove(VirtualGoroutine goroutine) {
        stripeOf(goroutine).remove(goroutine);
    }

    /** Removes a goroutine that ends. */
    public void end(VirtualGoroutine goroutine) {
        remove(goroutine);
        goroutine.setDead();
    }

    /** The goroutines that are alive at any moment during the call. */
    public List<VirtualGoroutine> all() {
        List<VirtualGoroutine> all = new ArrayList<>();
        for (Stripe stripe : stripes) {
            stripe.copyTo(all);
        }
        return all;
    }

    /** How many there are. */
    public long estimatedCount() {
        long count = 0;
        for (Stripe stripe : stripes) {
            count += stripe.size;
        }
        return count;
    }

    private Stripe stripeOf(VirtualGoroutine goroutine) {
        Thread thread = goroutine.thread();
        return stripes[thread == null ? 0 : (int) thread.getId() & (STRIPES - 1)];
    }

    private static final class Stripe {

        private final SpinLock lock = new SpinLock();
        private @Nullable VirtualGoroutine first;

        /** Written under the lock; observers read it without, a little behind. */
        private int size;

        void add(VirtualGoroutine goroutine) {
            lock.lock();
            VirtualGoroutine second = first;
            goroutine.liveNext = second;
            if (second != null) {
                second.livePrevious = goroutine;
            }
            first = goroutine;
            size++;
            lock.unlock();
        }

        void remove(VirtualGoroutine goroutine) {
            lock.lock();
            VirtualGoroutine next = goroutine.liveNext;
            VirtualGoroutine previous = goroutine.livePrevious;
            if (next != null) {
                next.livePrevious = previous;
            }
            if (previous != null) {
                previous.liveNext = next;
            } else {
                first = next;
            }
            size--;
            goroutine.liveNext = null;
            goroutine.livePrevious = null;
            lock.unlock();
        }

        void copyTo(List<VirtualGoroutine> target) {
            lock.lock();
            try {
                for (VirtualGoroutine each = first; each != null; each = each.liveNext) {
                    target.add(each);
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
