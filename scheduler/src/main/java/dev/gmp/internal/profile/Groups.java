package dev.gmp.internal.profile;

import dev.gmp.observe.profile.GoroutineGroup;
import dev.gmp.observe.profile.GoroutineProfile;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Goroutines by their stacks, in a bounded number of groups. For one thread. */
final class Groups {

    private final Map<List<StackTraceElement>, GroupCounts> byStack = new HashMap<>();
    private long examined;
    private long ungrouped;

    void add(Sighting seen) {
        examined++;
        GroupCounts group = byStack.size() < GoroutineProfile.MOST_GROUPS
                ? byStack.computeIfAbsent(seen.stack(), first -> new GroupCounts())
                : byStack.get(seen.stack());
        if (group == null) {
            ungrouped++;
        } else {
            group.add(seen);
        }
    }

    long examined() {
        return examined;
    }

    /** How many of them found no room in a group. */
    long ungrouped() {
        return ungrouped;
    }

    /** The largest first. */
    List<GoroutineGroup> sorted() {
        return byStack.entrySet().stream()
                .map(each -> each.getValue().describe(each.getKey()))
                .sorted(Comparator.comparingLong(GoroutineGroup::count).reversed())
                .toList();
    }
}
