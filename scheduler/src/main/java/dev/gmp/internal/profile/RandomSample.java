package dev.gmp.internal.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a bounded number of elements out of any number: each subset of that size is equally likely (Vitter's algorithm R).
 * They come out in random order. For one thread.
 */
final class RandomSample<T> {

    private final int most;
    private final List<T> kept = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom();
    private long offered;

    RandomSample(int most) {
        this.most = most;
    }

    void offer(T element) {
        offered++;
        if (kept.size() < most) {
            kept.add(element);
            return;
        }
        long index = random.nextLong(offered);
        if (index < most) {
            kept.set((int) index, element);
        }
    }

    long offered() {
        return offered;
    }

    /** Takes any of those that are left, or returns null. */
    @Nullable
    T take() {
        int last = kept.size() - 1;
        if (last < 0) {
            return null;
        }
        int chosen = random.nextInt(last + 1);
        T taken = kept.get(chosen);
        kept.set(chosen, kept.get(last));
        kept.remove(last);
        return taken;
    }
}
