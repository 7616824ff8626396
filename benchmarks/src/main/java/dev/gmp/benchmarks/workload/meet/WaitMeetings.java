package dev.gmp.benchmarks.workload.meet;

import static dev.gmp.benchmarks.workload.meet.Meetings.pairs;
import static dev.gmp.benchmarks.workload.meet.Meetings.two;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** By threads alone: park, join, sleep. */
final class WaitMeetings {
    private static final int SHORT_NANOS = 100;
    private static final int LONG_NANOS = 50_000;

    static final List<Meeting> ALL = List.of(
            two("park", "park and unpark", () -> Channel.park(LockSupport::park)),
            two("parkTimed", "parkNanos and unpark", WaitMeetings::parkNanos),
            pairs("park64", "park and unpark", () -> Channel.park(LockSupport::park)),
            joining("join", "starts another goroutine and joins it", Thread::join)
                    .inGo(),
            joining(
                    "joinTimed",
                    "starts another goroutine and joins it with a time",
                    goroutine -> goroutine.join(Channel.UNIT.toMillis(Channel.TIME))),
            sleeping("sleep100ns", "one goroutine sleeps for 100 ns", SHORT_NANOS)
                    .inGo(),
            sleeping("sleep50us", "one goroutine sleeps for 50 us", LONG_NANOS).inGo(),
            sleeping("sleep50us64", "64 goroutines sleep for 50 us", LONG_NANOS)
                    .many()
                    .inGo());

    private WaitMeetings() {}

    private static Channel parkNanos() {
        return Channel.park(blocker -> LockSupport.parkNanos(Channel.UNIT.toNanos(Channel.TIME)));
    }

    private static Meeting joining(String id, String description, Channel.Waiting<Thread> join) {
        return Meeting.of(
                id,
                description,
                "a join",
                1,
                threads -> List.of(round -> {
                    Thread other = threads.newThread(() -> {});
                    other.start();
                    join.on(other);
                    Channel.inTime(!other.isAlive());
                }));
    }

    private static Meeting sleeping(String id, String description, int nanos) {
        return Meeting.of(
                id,
                description + ", again and again",
                "a sleep",
                1,
                threads -> List.of(round -> Thread.sleep(0, nanos)));
    }
}
