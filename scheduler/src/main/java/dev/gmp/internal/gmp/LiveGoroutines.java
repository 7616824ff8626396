package dev.gmp.internal.gmp;

import dev.gmp.internal.util.SpinLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
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

    /** So many links are followed under a lock. */
    private static final int SHOWN_AT_ONCE = 64;

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

    public void end(VirtualGoroutine goroutine) {
        remove(goroutine);
        goroutine.setDead();
    }

    /** The goroutines that are alive at any moment during the call, and the markers of {@link #show}, which have no thread. */
    public List<VirtualGoroutine> all() {
        List<VirtualGoroutine> all = new ArrayList<>();
        for (Stripe stripe : stripes) {
            stripe.copyTo(all);
        }
        return all;
    }

    /**
     * Shows the goroutines that are alive during the whole call, each once, and some of the others. It holds a lock for
     * a few goroutines at a time.
     *
     * @param marker stands in the lists meanwhile, to keep the place: a goroutine of no thread, for this call alone
     * @param viewer is given one at a time, and says whether it wants more
     * @return whether all were shown
     */
    public boolean show(VirtualGoroutine marker, Predicate<? super VirtualGoroutine> viewer) {
        VirtualGoroutine[] some = new VirtualGoroutine[SHOWN_AT_ONCE];
        int start = ThreadLocalRandom.current().nextInt(STRIPES);
        for (int i = 0; i < STRIPES; i++) {
            Stripe stripe = stripes[(start + i) & (STRIPES - 1)];
            stripe.addMarker(marker);
            try {
                for (int count = SHOWN_AT_ONCE; count == SHOWN_AT_ONCE; ) {
                    count = stripe.copyBehind(marker, some);
                    for (int k = 0; k < count; k++) {
                        if (!viewer.test(some[k])) {
                            return false;
                        }
                    }
                }
            } finally {
                stripe.removeMarker(marker);
            }
        }
        return true;
    }

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
            link(null, goroutine);
            size++;
            lock.unlock();
        }

        void remove(VirtualGoroutine goroutine) {
            lock.lock();
            unlink(goroutine);
            size--;
            lock.unlock();
        }

        void addMarker(VirtualGoroutine marker) {
            lock.lock();
            link(null, marker);
            lock.unlock();
        }

        void removeMarker(VirtualGoroutine marker) {
            lock.lock();
            unlink(marker);
            lock.unlock();
        }

        /** Moves a marker on, and copies what it passes. @return how many that were */
        int copyBehind(VirtualGoroutine marker, VirtualGoroutine[] target) {
            int count = 0;
            lock.lock();
            VirtualGoroutine last = null;
            for (VirtualGoroutine each = marker.liveNext; each != null && count < target.length; each = each.liveNext) {
                target[count++] = each;
                last = each;
            }
            if (last != null) {
                unlink(marker);
                link(last, marker);
            }
            lock.unlock();
            return count;
        }

        /** @param before null to put it first */
        private void link(@Nullable VirtualGoroutine before, VirtualGoroutine goroutine) {
            VirtualGoroutine after = before == null ? first : before.liveNext;
            goroutine.livePrevious = before;
            goroutine.liveNext = after;
            if (after != null) {
                after.livePrevious = goroutine;
            }
            if (before != null) {
                before.liveNext = goroutine;
            } else {
                first = goroutine;
            }
        }

        private void unlink(VirtualGoroutine goroutine) {
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
            goroutine.liveNext = null;
            goroutine.livePrevious = null;
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
