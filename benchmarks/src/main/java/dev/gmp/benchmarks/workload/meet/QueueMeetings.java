package dev.gmp.benchmarks.workload.meet;

import static dev.gmp.benchmarks.workload.meet.Meetings.oneForAll;
import static dev.gmp.benchmarks.workload.meet.Meetings.pairs;
import static dev.gmp.benchmarks.workload.meet.Meetings.two;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** By queues. */
final class QueueMeetings {
    private static final String TIMED = " by offer and poll with a time";
    private static final long DELAY_NANOS = 50_000;

    private static final Set<String> IN_GO = Set.of(
            "synchronousQueue", "synchronousQueue64", "synchronousQueueShared", "arrayQueue", "arrayQueueShared");

    private static final List<Meeting> TRANSFERS = List.of(
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
            }));

    private static final List<Meeting> DELAYS = List.of(
            two("delayQueue", "DelayQueue of elements that are due", () -> delayed(0)),
            two("delayQueue50us", "DelayQueue of elements that are due in 50 us", () -> delayed(DELAY_NANOS)),
            two("delayQueueTimed", "DelayQueue of elements that are due, by poll with a time", () -> {
                DelayQueue<Parcel> queue = new DelayQueue<>();
                return new Channel(
                        round -> queue.put(Parcel.in(0, round)),
                        round -> Channel.same(round, Parcel.roundOf(queue.poll(Channel.TIME, Channel.UNIT))));
            }));

    static final List<Meeting> ALL = Stream.of(
                    by("synchronousQueue", "SynchronousQueue", SynchronousQueue::new, 4),
                    by("fairQueue", "fair SynchronousQueue", () -> new SynchronousQueue<>(true), 4),
                    TRANSFERS,
                    by("linkedQueue", "LinkedBlockingQueue", LinkedBlockingQueue::new, 3),
                    by("arrayQueue", "ArrayBlockingQueue(1)", () -> new ArrayBlockingQueue<>(1), 4),
                    by("priorityQueue", "PriorityBlockingQueue", PriorityBlockingQueue::new, 2),
                    by("deque", "LinkedBlockingDeque", LinkedBlockingDeque::new, 2),
                    DELAYS)
            .flatMap(List::stream)
            .map(meeting -> IN_GO.contains(meeting.id()) ? meeting.inGo() : meeting)
            .toList();

    private QueueMeetings() {}

    /** By one kind of queue, in the first of four ways. */
    private static List<Meeting> by(String id, String what, Supplier<BlockingQueue<Integer>> queues, int ways) {
        return List.of(
                        two(id, what, () -> Channel.queue(queues.get())),
                        two(id + "Timed", what + TIMED, () -> Channel.timedQueue(queues.get())),
                        pairs(id + "64", what, () -> Channel.queue(queues.get())),
                        oneForAll(id + "Shared", what, () -> Channel.ofAny(queues.get())))
                .subList(0, ways);
    }

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
