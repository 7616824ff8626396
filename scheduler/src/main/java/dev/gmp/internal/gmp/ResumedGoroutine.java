package dev.gmp.internal.gmp;

/**
 * The next part of work that has begun before and goes on, as a parked goroutine does when it is readied. So no policy takes
 * it back: neither to make room nor for {@code shutdownNow}.
 */
public final class ResumedGoroutine extends DirectGoroutine {

    public ResumedGoroutine(Runnable part) {
        super(part);
    }

    @Override
    public boolean isFresh() {
        return false;
    }
}
