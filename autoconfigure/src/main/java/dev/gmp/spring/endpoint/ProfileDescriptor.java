package dev.gmp.spring.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gmp.observe.leak.Deadlock;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.observe.leak.LeakSuspect;
import dev.gmp.observe.profile.GoroutineGroup;
import dev.gmp.observe.profile.GoroutineProfile;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A goroutine profile as the endpoint shows it.
 *
 * @param live goroutines found alive
 * @param examined how many of them the groups are of
 * @param sampled whether these are a random sample of those that the walk reached
 * @param groupCount the groups that there are, shown or not
 * @param ungrouped the examined goroutines in no group
 * @param groups the largest first
 * @param suspects the groups that seem to be forgotten, as the scheduler saw at its last look; the largest first
 * @param deadlocks threads that wait for each other, at the moment of the request
 * @param notTold sentences that say which waits the JVM does not tell enough of to find deadlocks
 * @since 0.2.0
 */
@JsonInclude(Include.ALWAYS)
public record ProfileDescriptor(
        String scheduler,
        Instant time,
        Duration took,
        long live,
        long examined,
        boolean sampled,
        int groupCount,
        long ungrouped,
        boolean stacksAllowed,
        List<Group> groups,
        List<Suspect> suspects,
        List<Cycle> deadlocks,
        List<String> notTold)
        implements OperationResponseBody {

    static ProfileDescriptor of(
            GoroutineProfile profile,
            List<LeakSuspect> suspects,
            DeadlockReport deadlocks,
            int mostGroups,
            boolean stacksAllowed) {
        return new ProfileDescriptor(
                profile.scheduler(),
                profile.time().truncatedTo(ChronoUnit.MILLIS),
                profile.took().truncatedTo(ChronoUnit.MICROS),
                profile.live(),
                profile.examined(),
                profile.isSampled(),
                profile.groups().size(),
                profile.ungrouped(),
                stacksAllowed,
                profile.groups().stream()
                        .limit(mostGroups)
                        .map(group -> Group.of(group, stacksAllowed))
                        .toList(),
                suspects.stream()
                        .map(suspect -> Suspect.of(suspect, stacksAllowed))
                        .toList(),
                deadlocks.deadlocks().stream()
                        .map(deadlock -> Cycle.of(deadlock, stacksAllowed))
                        .toList(),
                deadlocks.notTold());
    }

    /**
     * Goroutines with the same stack.
     *
     * @param oldestWait null where it is not known
     * @param labels empty if stacks must not be shown
     * @param peers empty if stacks must not be shown
     * @param stack the innermost frame first; null if it must not be shown
     */
    @JsonInclude(Include.ALWAYS)
    public record Group(
            long count,
            SchedulerDescriptor.Goroutines states,
            @Nullable Duration oldestWait,
            Map<String, Long> tasks,
            Map<String, Long> labels,
            Map<String, Long> waits,
            Map<String, Long> peers,
            @Nullable List<String> stack) {

        static Group of(GoroutineGroup group, boolean stacksAllowed) {
            return new Group(
                    group.count(),
                    SchedulerDescriptor.Goroutines.of(group.states()),
                    group.oldestWait() == null ? null : group.oldestWait().truncatedTo(ChronoUnit.MILLIS),
                    group.tasks(),
                    stacksAllowed ? group.labels() : Map.of(),
                    group.waits(),
                    stacksAllowed ? group.peers() : Map.of(),
                    stacksAllowed ? MachineDescriptor.frames(group.stack()) : null);
        }
    }

    /**
     * A group that seems to be forgotten.
     *
     * @param grown by how many it has grown since then
     * @param oldestWait null where it is not known
     * @param labels empty if stacks must not be shown
     * @param stack the innermost frame first; null if it must not be shown
     */
    @JsonInclude(Include.ALWAYS)
    public record Suspect(
            long count,
            long grown,
            Instant since,
            @Nullable Duration oldestWait,
            Map<String, Long> tasks,
            Map<String, Long> labels,
            Map<String, Long> waits,
            @Nullable List<String> stack) {

        static Suspect of(LeakSuspect suspect, boolean stacksAllowed) {
            Group group = Group.of(suspect.group(), stacksAllowed);
            return new Suspect(
                    suspect.count(),
                    suspect.grown(),
                    suspect.since().truncatedTo(ChronoUnit.MILLIS),
                    group.oldestWait(),
                    group.tasks(),
                    group.labels(),
                    group.waits(),
                    group.stack());
        }
    }

    /**
     * A deadlock.
     *
     * @param threads each waits for what the next one holds, and the last for what the first one holds
     */
    @JsonInclude(Include.ALWAYS)
    public record Cycle(List<Waiter> threads) {

        static Cycle of(Deadlock deadlock, boolean stacksAllowed) {
            return new Cycle(deadlock.threads().stream()
                    .map(waiter -> Waiter.of(waiter, stacksAllowed))
                    .toList());
        }
    }

    /**
     * One thread of a deadlock.
     *
     * @param task null where it is not known, or the thread runs no task
     * @param heldBy the id of the next thread
     * @param labels empty if stacks must not be shown
     * @param stack the innermost frame first; null if it must not be shown
     */
    @JsonInclude(Include.ALWAYS)
    public record Waiter(
            long id,
            String name,
            @Nullable String task,
            String waitsFor,
            long heldBy,
            Map<String, String> labels,
            @Nullable List<String> stack) {

        static Waiter of(Deadlock.Waiter waiter, boolean stacksAllowed) {
            return new Waiter(
                    waiter.threadId(),
                    waiter.threadName(),
                    waiter.task(),
                    waiter.waitsFor(),
                    waiter.heldBy(),
                    stacksAllowed ? waiter.labels() : Map.of(),
                    stacksAllowed ? MachineDescriptor.frames(waiter.stack()) : null);
        }
    }
}
