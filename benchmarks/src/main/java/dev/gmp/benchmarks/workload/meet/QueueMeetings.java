package dev.gmp.benchmarks.workload.meet;

import static dev.gmp.benchmarks.workload.meet.Meetings.oneForAll;
import static dev.gmp.benchmarks.workload.meet.Meetings.pairs;
import static dev.gmp.benchmarks.workload.meet.Meetings.two;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** By queues. */
final class QueueMeetings {
    private static final String TIMED = " by offer and poll with a time";
    private static final long DELAY_NANOS = 50_000;

    static final List<Meeting> ALL = List.of(
            two("synchronousQueue", "SynchronousQueue", () -> Channel.queue(new SynchronousQueue<>()))
                    .inGo(),
            two(
                    "synchronousQueueTimed",
                    "SynchronousQueue" + TIMED,
                    () -> Channel.timedQueue(new SynchronousQueue<>())),
            pairs("synchronousQueue64", "SynchronousQueue", () -> Channel.queue(new SynchronousQueue<>()))
                    .inGo(),
            oneForAll("synchronousQueueShared", "SynchronousQueue", () -> Channel.ofAny(new SynchronousQueue<>()))
                    .inGo(),
            two("fairQueue", "fair SynchronousQueue", () -> Channel.queue(new SynchronousQueue<>(true))),
            two(
                    "fairQueueTimed",
                    "fair SynchronousQueue" + TIMED,
                    () -> Channel.timedQueue(new SynchronousQueue<>(true))),
            pairs("fairQueue64", "fair SynchronousQueue", () -> Channel.queue(new SynchronousQueue<>(true))),
            oneForAll("fairQueueShared", "fair SynchronousQueue", () -> Channel.ofAny(new SynchronousQueue<>(true))),
            two("transferQueue", "LinkedTransferQueue.transfer", () -> Channel.transfer(new LinkedTransferQueue<>())),
            two(
                    "transferQueueTimed",
                    "LinkedTransferQueue by tryTransfer and poll with a time",
                    () -> Channel.timedTransfer(new LinkedTransferQueue<>())),
            pairs(
                    "transferQueue64",
                    "LinkedTransferQueue.transfer",
                    () -> Channel.transfer(new LinkedTransferQueue<>())),
            oneForAll("transferQueueShared", "LinkedTransferQueue.transfer", () -> {
                LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
                return new Channel(queue::transfer, round -> queue.take());
            }),
            two("linkedQueue", "LinkedBlockingQueue", () -> Channel.queue(new LinkedBlockingQueue<>())),
            two(
                    "linkedQueueTimed",
                    "LinkedBlockingQueue" + TIMED,
                    () -> Channel.timedQueue(new LinkedBlockingQueue<>())),
            pairs("linkedQueue64", "LinkedBlockingQueue", () -> Channel.queue(new LinkedBlockingQueue<>())),
            two("arrayQueue", "ArrayBlockingQueue(1)", () -> Channel.queue(new ArrayBlockingQueue<>(1)))
                    .inGo(),
            two(
                    "arrayQueueTimed",
                    "ArrayBlockingQueue(1)" + TIMED,
                    () -> Channel.timedQueue(new ArrayBlockingQueue<>(1))),
            pairs("arrayQueue64", "ArrayBlockingQueue(1)", () -> Channel.queue(new ArrayBlockingQueue<>(1))),
            oneForAll("arrayQueueShared", "ArrayBlockingQueue(1)", () -> Channel.ofAny(new ArrayBlockingQueue<>(1)))
                    .inGo(),
            two("priorityQueue", "PriorityBlockingQueue", () -> Channel.queue(new PriorityBlockingQueue<>())),
            two(
                    "priorityQueueTimed",
                    "PriorityBlockingQueue" + TIMED,
                    () -> Channel.timedQueue(new PriorityBlockingQueue<>())),
            two("deque", "LinkedBlockingDeque", () -> Channel.queue(new LinkedBlockingDeque<>())),
            two("dequeTimed", "LinkedBlockingDeque" + TIMED, () -> Channel.timedQueue(new LinkedBlockingDeque<>())),
            two("delayQueue", "DelayQueue of elements that are due", () -> delayed(0)),
            two("delayQueue50us", "DelayQueue of elements that are due in 50 us", () -> delayed(DELAY_NANOS)),
            two("delayQueueTimed", "DelayQueue of elements that are due, by poll with a time", () -> {
                DelayQueue<Parcel> queue = new DelayQueue<>();
                return new Channel(
                        round -> queue.put(Parcel.in(0, round)),
                        round -> Channel.same(round, Parcel.roundOf(queue.poll(Channel.TIME, Channel.UNIT))));
            }));

    private QueueMeetings() {}

    private static Channel delayed(long nanos) {
        DelayQueue<Parcel> queue = new DelayQueue<>();
        return new Channel(
                round -> queue.put(Parcel.in(nanos, round)),
                round -> Channel.same(round, Parcel.roundOf(queue.take())));
    }

    /** A round, to be taken at a time. @param due by the clock of {@link System#nanoTime} */
    private record Parcel(int round, long due) implements Delayed {
        static Parcel in(long nanos, int round) {
            return new Parcel(round, System.nanoTime() + nanos);
        }

        static int roundOf(@Nullable Parcel parcel) {
            return parcel == null ? -1 : parcel.round();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.signum(due - ((Parcel) other).due);
        }
    }
}
