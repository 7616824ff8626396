package dev.gmp.benchmarks.workload.meet;

import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands for a connection in HikariCP's bag. */
final class BagEntry implements IConcurrentBagEntry {
    private final AtomicInteger state = new AtomicInteger();
    private final AtomicBoolean isUsed = new AtomicBoolean();

    /** A bag of so many entries, to which no more are added later. */
    static ConcurrentBag<BagEntry> newBag(int entries) {
        ConcurrentBag<BagEntry> bag = new ConcurrentBag<>(waiting -> {});
        for (int i = 0; i < entries; i++) {
            bag.add(new BagEntry());
        }
        return bag;
    }

    void use(int nanos) throws InterruptedException {
        if (!isUsed.compareAndSet(false, true)) {
            throw new IllegalStateException("Two have borrowed one entry");
        }
        Thread.sleep(nanos / 1_000_000, nanos % 1_000_000);
        isUsed.set(false);
    }

    @Override
    public boolean compareAndSet(int expected, int newState) {
        return state.compareAndSet(expected, newState);
    }

    @Override
    public void setState(int newState) {
        state.set(newState);
    }

    @Override
    public int getState() {
        return state.get();
    }
}
