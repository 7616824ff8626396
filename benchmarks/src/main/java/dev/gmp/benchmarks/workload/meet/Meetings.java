package dev.gmp.benchmarks.workload.meet;

import static dev.gmp.benchmarks.workload.meet.Gathering.crowd;
import static dev.gmp.benchmarks.workload.meet.Gathering.thereAndBack;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All of them, in the order of the table. */
public final class Meetings {
    static final int MANY = 64;

    public static final List<Meeting> ALL = Stream.of(
                    QueueMeetings.ALL, SynchronizerMeetings.ALL, LockMeetings.ALL, WaitMeetings.ALL, BagMeetings.ALL)
            .flatMap(List::stream)
            .toList();

    private Meetings() {}

    /** Two goroutines, there and back. */
    static Meeting two(String id, String what, Supplier<Channel> channel) {
        return Meeting.of(
                id,
                what + ", there and back",
                "a round trip",
                1,
                threads -> thereAndBack(channel.get(), channel.get()));
    }

    /** 64 such pairs, each on its own. */
    static Meeting pairs(String id, String what, Supplier<Channel> channel) {
        return two(id, "64 pairs, each by its own " + what, channel).many();
    }

    /** 64 that send and 64 that receive, all through one. What arrives may come from any of them. */
    static Meeting oneForAll(String id, String what, Supplier<Channel> channel) {
        return Meeting.of(id, "64 that send and 64 that receive, all by one " + what, "a hand-over", MANY, threads -> {
            Channel one = channel.get();
            return crowd(MANY, one.send(), one.receive());
        });
    }
}
