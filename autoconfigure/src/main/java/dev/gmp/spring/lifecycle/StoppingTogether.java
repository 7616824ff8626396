package dev.gmp.spring.lifecycle;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The schedulers that stop in the same phase. A task of one may make tasks of another, which may have had none when it was asked to
 * stop, so none of a context has stopped before all of it have. Thread-safe.
 */
final class StoppingTogether {

    private final List<SchedulerLifecycle> members = new CopyOnWriteArrayList<>();

    void add(SchedulerLifecycle member) {
        members.add(member);
    }

    void remove(SchedulerLifecycle member) {
        members.remove(member);
    }

    /**
     * Whether something is true of all schedulers of a member's context at one moment, which lies between the first pass and the
     * second: what one hands to another in between is a new task there, or waits there.
     */
    boolean allWith(SchedulerLifecycle member, Predicate<SchedulerLifecycle> condition) {
        long before = created(member);
        for (int pass = 0; pass < 2; pass++) {
            if (!of(member).allMatch(condition)) {
                return false;
            }
        }
        return created(member) == before;
    }

    /** Whether the caller is a request that one of the schedulers runs. */
    boolean isServing() {
        return members.stream().anyMatch(SchedulerLifecycle::isServing);
    }

    private long created(SchedulerLifecycle member) {
        return of(member).mapToLong(SchedulerLifecycle::created).sum();
    }

    private Stream<SchedulerLifecycle> of(SchedulerLifecycle member) {
        return members.stream().filter(member::isOfSameContext);
    }
}
