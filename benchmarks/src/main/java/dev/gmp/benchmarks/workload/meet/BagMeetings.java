package dev.gmp.benchmarks.workload.meet;

import com.zaxxer.hikari.util.ConcurrentBag;
import java.time.Duration;
import java.util.List;

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
                threads -> Gathering.together(BORROWERS, borrow(BagEntry.newBag(ENTRIES), hold)));
    }

    private static Step borrow(ConcurrentBag<BagEntry> bag, Duration hold) {
        int nanos = hold.getNano();
        return round -> {
            BagEntry entry = bag.borrow(Channel.TIME, Channel.UNIT);
            Channel.inTime(entry != null);
            entry.use(nanos);
            bag.requite(entry);
        };
    }
}
