package dev.gmp.internal.profile;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stacks of all goroutines, one by one, on the calling thread: nothing else stops for it. First it walks what is
 * counted or linked already: machines, the live virtual goroutines, the run queues. Of that it keeps a random sample of bounded
 * size. Then it reads stacks in random order until its time is over, so what it has read is a random sample as well,
 * of those that the walk reached.
 */
public final class GoroutineProfiler {

    private static final int MOST_STACKS = 1 << 16;

    /** Reading the time costs as much as a step of the walk. */
    private static final int STEPS_BETWEEN_LOOKS = 256;

    private final SchedulerState state;
    private final MachinePool machines;
    private final VirtualGoroutines virtualGoroutines;

    public GoroutineProfiler(SchedulerState state, MachinePool machines, VirtualGoroutines virtualGoroutines) {
        this.state = state;
        this.machines = machines;
        this.virtualGoroutines = virtualGoroutines;
    }

    /** @param budget how long it may take; it may be exceeded by the time for one stack */
    public GoroutineProfile profile(Duration budget) {
        Instant time = Instant.now();
        long start = System.nanoTime();
        long nanos = budget.toNanos();
        state.waitClock().advance(start);
        RandomSample<Goroutine> sample = new RandomSample<>(MOST_STACKS);
        Map<Goroutine, Machine> running = new IdentityHashMap<>();
        boolean complete = collect(sample, running, start + nanos / 2);
        long live = complete ? sample.offered() : Math.max(sample.offered(), virtualGoroutines.estimatedLive());

        SightingReader reader = new SightingReader(state.waitClock(), running);
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

    /** @param deadline as {@link System#nanoTime} @return whether all were seen */
    private boolean collect(RandomSample<Goroutine> sample, Map<Goroutine, Machine> running, long deadline) {
        for (Machine machine : machines.all()) {
            Goroutine current = machine.isParked() ? null : machine.currentAcquire();
            if (current != null) {
                running.put(current, machine);
            }
            if (current instanceof DirectGoroutine) {
                sample.offer(current);
            }
        }
        Predicate<VirtualGoroutine> viewer = new Predicate<>() {
            private int steps;

            @Override
            public boolean test(VirtualGoroutine goroutine) {
                if (goroutine.thread() != null) { // else it has ended, or marks the place of a walk
                    sample.offer(goroutine);
                }
                return ++steps % STEPS_BETWEEN_LOOKS != 0 || System.nanoTime() - deadline < 0;
            }
        };
        boolean complete = virtualGoroutines.show(viewer);
        state.queues().showEstimated(goroutine -> offerQueued(sample, goroutine));
        for (int id = 0; id < state.processors().count(); id++) {
            state.processors().get(id).queue().showEstimated(goroutine -> offerQueued(sample, goroutine));
        }
        return complete;
    }

    /** Virtual ones are in no queue's care: they have been seen. */
    private static void offerQueued(RandomSample<Goroutine> sample, Goroutine goroutine) {
        if (goroutine instanceof DirectGoroutine direct && direct.task() != null) {
            sample.offer(goroutine);
        }
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
