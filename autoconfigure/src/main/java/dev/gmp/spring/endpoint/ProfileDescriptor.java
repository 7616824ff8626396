package dev.gmp.spring.endpoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
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
        List<Group> groups)
        implements OperationResponseBody {

    static ProfileDescriptor of(GoroutineProfile profile, int mostGroups, boolean stacksAllowed) {
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
                        .toList());
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
}
