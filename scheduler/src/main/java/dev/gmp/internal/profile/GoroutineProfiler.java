package dev.gmp.internal.profile;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.observe.profile.GoroutineProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Map;

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
        long live = collect(sample, running, start + nanos / 2) + sample.offered();

        SightingReader reader = new SightingReader(state, running);
        Groups groups = new Groups();
        long gone = 0;
        Goroutine next = sample.take();
        while (next != null) {
            Sighting seen = reader.read(next);
            if (seen == null) {
                gone++;
            } else {
                groups.add(seen);
            }
            next = System.nanoTime() - start < nanos ? sample.take() : null;
        }
        return new GoroutineProfile(
                state.config().name(),
                time,
                Duration.ofNanos(System.nanoTime() - start),
                live - gone,
                groups.examined(),
                groups.ungrouped(),
                groups.sorted());
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
}
