package dev.gmp.internal.leak;

import dev.gmp.observe.leak.LeakSuspect;
import dev.gmp.observe.profile.GoroutineGroup;
import dev.gmp.observe.profile.GoroutineProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
     * Takes in one more profile. A group that is not in it is forgotten.
     *
     * @param nanoTime when its reading began, as {@link System#nanoTime}
     * @return the suspects, the largest first
     */
    List<Found> look(GoroutineProfile profile, long nanoTime) {
        Map<List<StackTraceElement>, Growth> seen = new HashMap<>();
        List<Found> found = new ArrayList<>();
        for (GoroutineGroup group : profile.groups()) {
            Duration oldest = group.oldestWait();
            if (oldest == null || !waitsForOthers(group)) {
                continue;
            }
            long count = estimate(profile, group.count());
            Growth growth = growths.get(group.stack());
            if (growth == null) {
                growth = new Growth(profile.time(), nanoTime, count, oldest);
            } else if (profile.isSampled()) {
                long margin = estimate(profile, (long) (3 * Math.sqrt(group.count())));
                growth.seeSample(profile.time(), nanoTime, count, margin, oldest);
            } else {
                growth.see(profile.time(), nanoTime, count, oldest);
            }
            seen.put(group.stack(), growth);
            if (growth.growths() >= GROWTHS && oldest.compareTo(threshold) >= 0) {
                found.add(new Found(new LeakSuspect(group, count, growth.grown(), growth.since()), growth));
            }
        }
        growths = seen;
        found.sort(
                Comparator.comparingLong((Found each) -> each.suspect().count()).reversed());
        return found;
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
        return wait.startsWith("sleep") || wait.startsWith("socket") || wait.startsWith("native method");
    }

    /** A suspect, and the memory of its group. */
    record Found(LeakSuspect suspect, Growth growth) {}
}
