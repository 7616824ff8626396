package dev.gmp.internal.leak;

import dev.gmp.observe.leak.LeakSuspect;
import dev.gmp.observe.profile.GoroutineGroup;
import dev.gmp.observe.profile.GoroutineProfile;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides which groups of goroutines are suspect. For one thread.
 *
 * <p>LEAK-1: a group is suspect if all of this holds. It waits for another thread without a limit of time. It was larger than ever
 * before at {@value #GROWTHS} looks, and never smaller in between. All the time its oldest goroutine was the same one, which has
 * waited for the threshold. A backlog in front of a slow consumer grows too, but there the oldest goroutine goes on. Sleepers,
 * sockets and native methods are left out: a clock, a peer or the system ends their waits.
 */
final class LeakRule {

    /** So a single burst is not suspect, nor two. */
    static final int GROWTHS = 3;

    private final Duration threshold;
    private Map<List<StackTraceElement>, Growth> growths = new HashMap<>();

    /** @param threshold how long the oldest goroutine of a suspect has waited at least */
    LeakRule(Duration threshold) {
        this.threshold = threshold;
    }

    /**
     * Takes in one more profile. A group that is not in it is forgotten, if the profile is large enough to tell.
     *
     * @param nanoTime when its reading began, as {@link System#nanoTime}
     * @return the suspects, the largest first
     */
    List<LeakSuspect> look(GoroutineProfile profile, long nanoTime) {
        Map<List<StackTraceElement>, Growth> seen = new HashMap<>();
        for (GoroutineGroup group : profile.groups()) {
            Duration oldest = group.oldestWait();
            if (oldest != null && waitsForOthers(group)) {
                seen.put(group.stack(), see(growths.remove(group.stack()), group, oldest, profile, nanoTime));
            }
        }
        if (profile.isSampled() || profile.ungrouped() > 0) {
            keepUnseen((double) (profile.examined() - profile.ungrouped()) / profile.live(), seen);
        }
        growths = seen;
        return growths.values().stream()
                .map(growth -> growth.suspect)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingLong(LeakSuspect::count).reversed())
                .toList();
    }

    private Growth see(
            @Nullable Growth known, GoroutineGroup group, Duration oldest, GoroutineProfile profile, long nanoTime) {
        long count = estimate(profile, group.count());
        if (known == null) {
            return new Growth(profile.time(), nanoTime, count, oldest);
        }
        long margin = profile.isSampled() ? estimate(profile, (long) (3 * Math.sqrt(group.count()))) : 0;
        Growth growth = known.see(profile.time(), nanoTime, count, margin, oldest);
        if (margin < count && growth.growths() >= GROWTHS && oldest.compareTo(threshold) >= 0) {
            growth.suspect = new LeakSuspect(group, count, growth.grown(), growth.since());
        }
        return growth;
    }

    /**
     * Of the groups that were not seen, keeps the largest.
     *
     * @param share of all goroutines that are in the profile's groups
     */
    private void keepUnseen(double share, Map<List<StackTraceElement>, Growth> kept) {
        growths.values().removeIf(growth -> !growth.miss(share));
        growths.entrySet().stream()
                .sorted(Comparator.comparingLong(each -> -each.getValue().most()))
                .limit(GoroutineProfile.MOST_GROUPS)
                .forEach(each -> kept.put(each.getKey(), each.getValue()));
    }

    /** How many that is of all goroutines, if the profile is of a sample. */
    private static long estimate(GoroutineProfile profile, long count) {
        return profile.isSampled() ? Math.round((double) count * profile.live() / profile.examined()) : count;
    }

    private static boolean waitsForOthers(GoroutineGroup group) {
        return !group.waits().isEmpty()
                && group.waits().keySet().stream().noneMatch(LeakRule::endsOutside)
                && !TimedWait.isIn(group.stack());
    }

    private static boolean endsOutside(String wait) {
        return wait.startsWith("timed")
                || wait.startsWith("sleep")
                || wait.startsWith("socket")
                || wait.startsWith("native method");
    }
}
