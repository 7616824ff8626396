package dev.gmp.benchmarks.workload.meet;

import static dev.gmp.benchmarks.workload.meet.Gathering.contended;
import static dev.gmp.benchmarks.workload.meet.Meetings.MANY;
import static dev.gmp.benchmarks.workload.meet.Meetings.pairs;
import static dev.gmp.benchmarks.workload.meet.Meetings.two;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/** By locks and their conditions, and by monitors. */
final class LockMeetings {
    private static final String HELD = ", held over a yield";

    static final List<Meeting> ALL = List.of(
            two("condition", "ReentrantLock with Condition", () -> Channel.condition(Condition::await))
                    .inGo(),
            two(
                    "conditionTimed",
                    "ReentrantLock with Condition.await with a time",
                    () -> Channel.condition(condition -> Channel.inTime(condition.await(Channel.TIME, Channel.UNIT)))),
            pairs("condition64", "ReentrantLock with Condition", () -> Channel.condition(Condition::await))
                    .inGo(),
            two("objectWait", "Object.wait and notifyAll", () -> Channel.monitor(Object::wait)),
            two(
                    "objectWaitTimed",
                    "Object.wait with a time and notifyAll",
                    () -> Channel.monitor(monitor -> monitor.wait(Channel.UNIT.toMillis(Channel.TIME)))),
            pairs("objectWait64", "Object.wait and notifyAll", () -> Channel.monitor(Object::wait)),
            exclusive("lock", 2, Lock::lock).inGo(),
            exclusive("lockTimed", 2, lock -> Channel.inTime(lock.tryLock(Channel.TIME, Channel.UNIT))),
            exclusive("lock64", MANY, Lock::lock).inGo(),
            shared("readWriteLock", 1, ReadWrite::reentrant).inGo(),
            shared("readWriteLock64", MANY, ReadWrite::reentrant).inGo(),
            shared("stampedLock", 1, ReadWrite::stamped),
            shared("stampedLock64", MANY, ReadWrite::stamped));

    private LockMeetings() {}

    private static Meeting exclusive(String id, int goroutines, Channel.Waiting<Lock> locking) {
        return Meeting.of(
                id,
                "%d at a ReentrantLock%s%s"
                        .formatted(goroutines, id.endsWith("Timed") ? " by tryLock with a time" : "", HELD),
                "a lock",
                goroutines,
                threads -> contended(goroutines, new ReentrantLock(), locking));
    }

    private static Meeting shared(String id, int pairs, Supplier<ReadWrite> locks) {
        return Meeting.of(
                id,
                "%d that write and %d that read under a %s%s"
                        .formatted(pairs, pairs, locks.get().name(), HELD),
                "a lock",
                2 * pairs,
                threads -> {
                    ReadWrite lock = locks.get();
                    return contended(pairs, lock.forWriting(), lock.forReading());
                });
    }

    private record ReadWrite(String name, Lock forWriting, Lock forReading) {
        static ReadWrite reentrant() {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            return new ReadWrite("ReentrantReadWriteLock", lock.writeLock(), lock.readLock());
        }

        static ReadWrite stamped() {
            StampedLock lock = new StampedLock();
            return new ReadWrite("StampedLock", lock.asWriteLock(), lock.asReadLock());
        }
    }
}
