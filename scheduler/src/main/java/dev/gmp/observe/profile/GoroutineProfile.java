package dev.gmp.observe.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The goroutines of a scheduler, grouped by their stacks (Go: the goroutine profile). Goroutines run on while their stacks
 * are read, so the groups are of slightly different moments. The numbers are exact for goroutines that do not move.
 *
 * @param scheduler the scheduler's name
 * @param time the moment at which the profile began
 * @param took how long it took
 * @param live the number of goroutines found alive, those that wait in run queues too. An estimate where the budget was too
 *     small to count them
 * @param examined the number of goroutines in this profile. Fewer than {@code live} where the budget was too small, and
 *     never more than 65,536: they are a random sample of those that the walk reached then
 * @param ungrouped how many of them are in no group, because there were {@value #MOST_GROUPS} groups already
 * @param groups the largest first
 * @since 0.2.0
 */
public record GoroutineProfile(
        String scheduler,
        Instant time,
        Duration took,
        long live,
        long examined,
        long ungrouped,
        List<GoroutineGroup> groups) {

    /** The largest number of groups. */
    public static final int MOST_GROUPS = 1_000;

    public GoroutineProfile {
        groups = List.copyOf(groups);
    }

    /** Whether the groups are a random sample, of the goroutines that the walk reached. */
    public boolean isSampled() {
        return examined < live;
    }

    /**
     * The profile as text, in the manner of Go's {@code debug=1}: for each group its number, what is known of it, and its
     * stack. Stacks have classes, methods and lines.
     *
     * @param stacks whether to show stacks, labels and peers
     */
    public String toText(boolean stacks) {
        return ProfileText.of(this, stacks);
    }

    /**
     * The profile as folded stacks, which tools for flame graphs read. Each line has the frames of a stack, the outermost
     * first, separated by semicolons, then a blank and the number of goroutines.
     */
    public String toFoldedStacks() {
        return ProfileText.folded(this);
    }
}
