package dev.gmp.benchmarks.workload.meet;

import com.zaxxer.hikari.util.ConcurrentBag;
import com.zaxxer.hikari.util.ConcurrentBag.IConcurrentBagEntry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** By HikariCP's bag of connections, which it hands over through a fair SynchronousQueue. */
final class BagMeetings {
    private static final int BORROWERS = 2_000;
    private static final int ENTRIES = 50;

    static final List<Meeting> ALL = List.of(
            borrowing("hikariBag2ms", "2 ms", Duration.ofMillis(2)).atLeast(5),
            borrowing("hikariBag50us", "50 us", Duration.ofNanos(50_000)).atLeast(20));

    private BagMeetings() {}

    private static Meeting borrowing(String id, String howLong, Duration hold) {
        return Meeting.of(
                id,
                "2,000 goroutines that borrow one of 50 entries of HikariCP's ConcurrentBag and hold it for " + howLong,
                "a borrow",
                BORROWERS,
                threads -> Gathering.together(BORROWERS, borrow(newBag(), hold)));
    }

    /** Nobody adds entries later. */
    private static ConcurrentBag<Entry> newBag() {
        ConcurrentBag<Entry> bag = new ConcurrentBag<>(waiting -> {});
        for (int i = 0; i < ENTRIES; i++) {
            bag.add(new Entry());
        }
        return bag;
    }

    private static Step borrow(ConcurrentBag<Entry> bag, Duration hold) {
        int nanos = hold.getNano();
        return round -> {
            Entry entry = bag.borrow(Channel.TIME, Channel.UNIT);
            Channel.inTime(entry != null);
            entry.use(nanos);
            bag.requite(entry);
        };
    }

    /** Stands for a connection. */
    private static final class Entry implements IConcurrentBagEntry {
        private final AtomicInteger state = new AtomicInteger();
        private final AtomicBoolean isUsed = new AtomicBoolean();

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
}
