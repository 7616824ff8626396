package dev.gmp.internal.profile;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.observe.profile.GoroutineGroup;
import dev.gmp.observe.profile.GoroutineProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stacks of all goroutines, one by one, on the calling thread: nothing else stops for it. First it walks what is
 * counted or linked already: machines, the live virtual goroutines, the run queues. Of that it keeps a random sample of bounded
 * size. Then it reads stacks in random order until its time is over, so what it has read is a random sample as well,
 * of those that the walk reached.
 */
public record GoroutineProfiler(SchedulerState state, MachinePool machines, VirtualGoroutines virtualGoroutines) {

    private static final int MOST_STACKS = 1 << 16;

    /** @param budget how long it may take; it may be exceeded by the time for one stack */
    public GoroutineProfile profile(Duration budget) {
        Instant time = Instant.now();
        long start = System.nanoTime();
        long nanos = budget.toNanos();
        state.waitClock().advance(start);
        RandomSample<Goroutine> sample = new RandomSample<>(MOST_STACKS);
        Map<Goroutine, Machine> running = new IdentityHashMap<>();
        long missing = collect(sample, running, start + nanos / 2);
        long live = sample.offered() + missing;

        SightingReader reader = new SightingReader(state, running);
        Map<List<StackTraceElement>, GroupCounts> groups = new HashMap<>();
        long examined = 0;
        long gone = 0;
        long ungrouped = 0;
        Goroutine next;
        do {
            next = sample.take();
            Sighting seen = next == null ? null : reader.read(next);
            if (next != null && seen == null) {
                gone++;
            } else if (seen != null) {
                examined++;
                GroupCounts group = groupOf(groups, seen.stack());
                if (group == null) {
                    ungrouped++;
                } else {
                    group.add(seen);
                }
            }
        } while (next != null && System.nanoTime() - start < nanos);
        return new GoroutineProfile(
                state.config().name(),
                time,
                Duration.ofNanos(System.nanoTime() - start),
                live - gone,
                examined,
                ungrouped,
                sorted(groups));
    }

    /** @param deadline as {@link System#nanoTime} @return about how many were not reached */
    private long collect(RandomSample<Goroutine> sample, Map<Goroutine, Machine> running, long deadline) {
        for (Machine machine : machines.all()) {
            Goroutine current = machine.isParked() ? null : machine.currentAcquire();
            if (current != null) {
                running.put(current, machine);
            }
            if (current instanceof DirectGoroutine) {
                sample.offer(current);
            }
        }
        GoroutineWalk walk = new GoroutineWalk(sample, deadline);
        walk.visitLive(virtualGoroutines);
        walk.visitQueues(state);
        return walk.missing();
    }

    private static @Nullable GroupCounts groupOf(
            Map<List<StackTraceElement>, GroupCounts> groups, List<StackTraceElement> stack) {
        GroupCounts known = groups.get(stack);
        if (known == null && groups.size() < GoroutineProfile.MOST_GROUPS) {
            known = new GroupCounts();
            groups.put(stack, known);
        }
        return known;
    }

    /** The largest first. */
    private static List<GoroutineGroup> sorted(Map<List<StackTraceElement>, GroupCounts> groups) {
        return groups.entrySet().stream()
                .map(each -> each.getValue().describe(each.getKey()))
                .sorted(Comparator.comparingLong(GoroutineGroup::count).reversed())
                .toList();
    }
}
