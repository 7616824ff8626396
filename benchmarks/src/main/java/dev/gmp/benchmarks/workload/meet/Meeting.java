package dev.gmp.benchmarks.workload.meet;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What goroutines do at a synchronizer where they wait for each other.
 *
 * @param id the name on the command line
 * @param description what the goroutines do
 * @param operation what is counted, with its article
 * @param groups how many groups of goroutines there are, each of which meets only among itself
 * @param perRound how many operations a group does in a round
 * @param minRounds so many rounds at the least are a fair picture
 * @param isInGo whether the program in Go has it
 * @param steps what each goroutine of a new group does
 */
public record Meeting(
        String id,
        String description,
        String operation,
        int groups,
        int perRound,
        int minRounds,
        boolean isInGo,
        Function<ThreadFactory, List<Step>> steps) {

    private static final int MANY = 64;

    static Meeting of(
            String id, String description, String operation, int perRound, Function<ThreadFactory, List<Step>> steps) {
        return new Meeting(id, description, operation, 1, perRound, 1, false, steps);
    }

    /** 64 groups, and not one. */
    Meeting many() {
        return new Meeting(id, description, operation, MANY, perRound, minRounds, isInGo, steps);
    }

    Meeting atLeast(int rounds) {
        return new Meeting(id, description, operation, groups, perRound, rounds, isInGo, steps);
    }

    Meeting inGo() {
        return new Meeting(id, description, operation, groups, perRound, minRounds, true, steps);
    }

    /** New goroutines, each with so many rounds to do. */
    public MeetBatch batch(ThreadFactory threads, int rounds) {
        List<Step> all = IntStream.range(0, groups)
                .boxed()
                .flatMap(group -> steps.apply(threads).stream())
                .toList();
        return new MeetBatch(threads, all, rounds, (long) groups * perRound * rounds);
    }

    @Override
    public String toString() {
        return id;
    }
}
