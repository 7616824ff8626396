package dev.gmp.internal.leak;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.LockHolders;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.internal.util.WaitReason;
import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.LoggedName;
import dev.gmp.observe.leak.Deadlock;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.observe.profile.GoroutineGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds goroutines that wait for each other. First it walks all goroutines for the threads that others wait for, then it follows
 * from there. Nothing stops for it.
 *
 * <p>DEADLOCK-1: each thread of a cycle is read twice, with all holders in between. Where every thread is in the same wait both
 * times, none of them has run in between, so none has taken or released anything: all waits hold at one moment. The count of
 * waits tells it of platform threads. Of goroutines it is the time of parking, if that is past: a later wait has a later time.
 */
public record DeadlockFinder(SchedulerState state, MachinePool machines, VirtualGoroutines virtualGoroutines) {

    private static final int STEPS_BETWEEN_LOOKS = 256;
    private static final int MOST_HOLDERS = 1 << 16;
    private static final long UNKNOWN = -1;

    /** @param budget how long the search may take; it may be exceeded by the time for one cycle */
    public DeadlockReport find(Duration budget) {
        Instant time = Instant.now();
        long start = System.nanoTime();
        long deadline = start + budget.toNanos();
        state.waitClock().advance(start);
        Untold untold = new Untold();
        WaitReader reader = new WaitReader();
        Set<Thread> starts = starts(untold, deadline);
        List<List<Wait>> cycles = WaitCycles.from(starts, reader::read, () -> System.nanoTime() - deadline < 0);
        if (System.nanoTime() - deadline >= 0) {
            untold.setIncomplete();
        }
        List<Deadlock> deadlocks = cycles.isEmpty() ? List.of() : confirmed(cycles, reader);
        return new DeadlockReport(
                state.config().name(),
                time,
                Duration.ofNanos(System.nanoTime() - start),
                deadlocks,
                untold.sentences());
    }

    /** The threads of direct goroutines, and those that virtual goroutines wait for. */
    private Set<Thread> starts(Untold untold, long deadline) {
        Set<Thread> starts = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Machine machine : machines.all()) {
            if (!machine.isParked() && machine.currentAcquire() instanceof DirectGoroutine) {
                starts.add(machine.thread());
                note(LockSupport.getBlocker(machine.thread()), true, untold);
            }
        }
        int[] steps = {0};
        virtualGoroutines.show(goroutine -> {
            Thread thread = goroutine.thread();
            if (thread != null) {
                Object blocker = LockSupport.getBlocker(thread);
                Thread holder = WaitReader.holder(blocker);
                if (holder != null) {
                    starts.add(holder);
                } else if (blocker != null) {
                    note(blocker, false, untold);
                } else if (goroutine.isWaiting() && thread.getState() == Thread.State.BLOCKED) {
                    untold.count(Untold.Kind.MONITOR);
                }
            }
            steps[0]++;
            return starts.size() < MOST_HOLDERS
                    && (steps[0] % STEPS_BETWEEN_LOOKS != 0 || System.nanoTime() - deadline < 0);
        });
        return starts;
    }

    /** @param isDirect of its thread the JVM tells for which lock it waits */
    private static void note(@Nullable Object blocker, boolean isDirect, Untold untold) {
        if (blocker instanceof WaitReason known) {
            if (known.waitReason().startsWith("channel")) {
                untold.count(Untold.Kind.CHANNEL);
            }
        } else if (blocker != null) {
            String type = blocker.getClass().getName();
            if (type.startsWith("java.util.concurrent.CompletableFuture")) {
                untold.count(Untold.Kind.COMPLETABLE_FUTURE);
            } else if (!isDirect
                    && !LockHolders.areKnown()
                    && blocker instanceof AbstractOwnableSynchronizer
                    && type.contains("Lock")) {
                untold.count(Untold.Kind.LOCK);
            }
        }
    }

    private List<Deadlock> confirmed(List<List<Wait>> cycles, WaitReader reader) {
        Map<Thread, Goroutine> goroutines = goroutinesOf(cycles);
        List<Deadlock> deadlocks = new ArrayList<>();
        for (List<Wait> cycle : cycles) {
            Deadlock deadlock = isConfirmed(cycle, goroutines, reader) ? describe(cycle, goroutines) : null;
            if (deadlock != null && deadlocks.size() < DeadlockReport.MOST) {
                deadlocks.add(deadlock);
            }
        }
        return deadlocks;
    }

    /** DEADLOCK-1. */
    private boolean isConfirmed(List<Wait> cycle, Map<Thread, Goroutine> goroutines, WaitReader reader) {
        long[] before = numbers(cycle, goroutines, reader);
        for (Wait wait : cycle) {
            Wait again = reader.read(wait.waiter());
            if (again == null || again.holder() != wait.holder()) {
                return false;
            }
        }
        return Arrays.stream(before).noneMatch(number -> number == UNKNOWN)
                && Arrays.equals(before, numbers(cycle, goroutines, reader));
    }

    /** For the wait of each thread a number that no other wait of it has. */
    private long[] numbers(List<Wait> cycle, Map<Thread, Goroutine> goroutines, WaitReader reader) {
        return cycle.stream()
                .map(Wait::waiter)
                .mapToLong(thread ->
                        VirtualThreads.isVirtual(thread) ? numberOf(goroutines.get(thread)) : reader.numberOf(thread))
                .toArray();
    }

    private long numberOf(@Nullable Goroutine goroutine) {
        if (!(goroutine instanceof VirtualGoroutine virtual) || !virtual.isWaiting()) {
            return UNKNOWN;
        }
        int since = virtual.waitsSince();
        return since > 0 && since < state.waitClock().time() ? since : UNKNOWN;
    }

    private Map<Thread, Goroutine> goroutinesOf(List<List<Wait>> cycles) {
        Set<Thread> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
        cycles.forEach(cycle -> cycle.forEach(wait -> wanted.add(wait.waiter())));
        Map<Thread, Goroutine> found = new IdentityHashMap<>();
        for (Machine machine : machines.all()) {
            if (machine.currentAcquire() instanceof DirectGoroutine goroutine && wanted.contains(machine.thread())) {
                found.put(machine.thread(), goroutine);
            }
        }
        virtualGoroutines.show(goroutine -> {
            Thread thread = goroutine.thread();
            if (thread != null && wanted.contains(thread)) {
                found.put(thread, goroutine);
            }
            return found.size() < wanted.size();
        });
        return found;
    }

    /** @return null where a wait has a limit of time: it ends by itself */
    private static @Nullable Deadlock describe(List<Wait> cycle, Map<Thread, Goroutine> goroutines) {
        List<Deadlock.Waiter> waiters = new ArrayList<>();
        for (Wait wait : cycle) {
            Thread thread = wait.waiter();
            List<StackTraceElement> stack = Arrays.stream(thread.getStackTrace())
                    .limit(GoroutineGroup.MOST_FRAMES)
                    .toList();
            if (TimedWait.isIn(stack)) {
                return null;
            }
            Goroutine goroutine = goroutines.get(thread);
            Class<?> task = goroutine == null ? null : goroutine.taskClass();
            Labels labels = goroutine == null ? null : goroutine.labels();
            waiters.add(new Deadlock.Waiter(
                    thread.getId(),
                    LoggedName.of(thread.getName()),
                    task == null ? null : DescribedTask.nameOf(task),
                    labels == null ? Map.of() : labels.asMap(),
                    wait.what(),
                    wait.holder().getId(),
                    stack));
        }
        return new Deadlock(waiters);
    }
}
