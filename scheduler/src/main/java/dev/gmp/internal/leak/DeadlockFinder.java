package dev.gmp.internal.leak;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.spawn.VirtualGoroutines;
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
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds goroutines that wait for each other. First it walks all goroutines for the threads that others wait for, then it follows
 * from there. Nothing stops for it.
 *
 * <p>DEADLOCK-1: each thread of a cycle is read twice, with all holders in between. Where every thread is in the same wait both
 * times, none of them has run in between, so none has taken or released anything: all waits hold at one moment. The count of
 * waits tells it of platform threads, and of pinned goroutines, by the thread of the machine. Of others it is the time of
 * parking, if that is past: a later wait has a later time.
 */
public record DeadlockFinder(SchedulerState state, MachinePool machines, VirtualGoroutines virtualGoroutines) {

    private static final int STEPS_BETWEEN_LOOKS = 256;
    private static final int MOST_HOLDERS = 1 << 16;
    private static final long UNKNOWN = -1;

    /**
     * Looks once.
     *
     * @param budget how long the search may take: half of it for the walk, a quarter each to follow waits and to confirm
     *     cycles. It may be exceeded where there are cycles, by one more walk and the time for one of them
     */
    public DeadlockReport find(Duration budget) {
        Instant time = Instant.now();
        long start = System.nanoTime();
        long nanos = budget.toNanos();
        state.waitClock().advance(start);
        Untold untold = new Untold();
        WaitReader reader = new WaitReader();
        Set<Thread> starts = starts(untold, start + nanos / 2);
        BooleanSupplier hasTime = timeUntil(System.nanoTime() + nanos / 4);
        List<List<Wait>> cycles = WaitCycles.from(starts, reader::read, hasTime);
        if (!hasTime.getAsBoolean()) {
            untold.setIncomplete();
        }
        Map<Thread, Goroutine> goroutines = cycles.isEmpty() ? Map.of() : goroutinesOf(cycles);
        List<Deadlock> deadlocks = confirmed(
                cycles,
                cycle -> isConfirmed(cycle, goroutines, reader) ? describe(cycle, goroutines) : null,
                timeUntil(System.nanoTime() + nanos / 4),
                untold);
        return new DeadlockReport(
                state.config().name(),
                time,
                Duration.ofNanos(System.nanoTime() - start),
                deadlocks,
                untold.sentences(),
                !untold.isIncomplete());
    }

    private static BooleanSupplier timeUntil(long deadline) {
        return () -> System.nanoTime() - deadline < 0;
    }

    /** The threads of direct goroutines, and those that virtual goroutines wait for. */
    private Set<Thread> starts(Untold untold, long deadline) {
        Set<Thread> starts = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Machine machine : machines.all()) {
            if (!machine.isParked() && machine.currentAcquire() instanceof DirectGoroutine) {
                starts.add(machine.thread());
                Object blocker = LockSupport.getBlocker(machine.thread());
                if (WaitReader.holder(blocker) == null) {
                    countNotTold(machine.thread(), blocker, true, untold);
                }
            }
        }
        int[] steps = {0};
        boolean isWhole = virtualGoroutines.show(goroutine -> {
            Thread thread = goroutine.thread();
            if (thread != null) {
                Object blocker = LockSupport.getBlocker(thread);
                Thread holder = WaitReader.holder(blocker);
                if (holder == null) {
                    countNotTold(thread, blocker, false, untold);
                } else {
                    starts.add(holder);
                }
            }
            steps[0]++;
            return starts.size() < MOST_HOLDERS
                    && (steps[0] % STEPS_BETWEEN_LOOKS != 0 || System.nanoTime() - deadline < 0);
        });
        if (!isWhole) {
            untold.setIncomplete();
        }
        return starts;
    }

    /** @param isDirect of its thread the JVM tells for which lock or monitor it waits */
    private static void countNotTold(Thread thread, @Nullable Object blocker, boolean isDirect, Untold untold) {
        Thread.State now = thread.getState();
        if (now == Thread.State.WAITING) {
            untold.countPark(blocker, isDirect);
        } else if (now == Thread.State.BLOCKED && !isDirect) {
            untold.count(Untold.Kind.MONITOR);
        }
    }

    /** Confirms cycles one by one, as long as there is time and the report has room. The first one is tried in any case. */
    static List<Deadlock> confirmed(
            List<List<Wait>> cycles,
            Function<List<Wait>, @Nullable Deadlock> confirm,
            BooleanSupplier hasTime,
            Untold untold) {
        List<Deadlock> deadlocks = new ArrayList<>();
        for (int i = 0; i < cycles.size(); i++) {
            if (i > 0 && (deadlocks.size() == DeadlockReport.MOST || !hasTime.getAsBoolean())) {
                untold.setIncomplete();
                break;
            }
            Deadlock deadlock = confirm.apply(cycles.get(i));
            if (deadlock != null) {
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
                .mapToLong(thread -> VirtualThreads.isVirtual(thread)
                        ? numberOf(goroutines.get(thread), reader)
                        : reader.numberOf(thread))
                .toArray();
    }

    private long numberOf(@Nullable Goroutine goroutine, WaitReader reader) {
        if (!(goroutine instanceof VirtualGoroutine virtual)) {
            return UNKNOWN;
        }
        if (!virtual.isWaiting()) {
            return numberOnMachine(virtual, reader);
        }
        int since = virtual.waitsSince();
        return since > 0 && since < state.waitClock().time() ? since : UNKNOWN;
    }

    /** One that is pinned waits as the thread of its machine. */
    private long numberOnMachine(VirtualGoroutine goroutine, WaitReader reader) {
        for (Machine machine : machines.all()) {
            if (machine.currentAcquire() == goroutine) {
                long number = reader.numberOf(machine.thread());
                return number == UNKNOWN ? UNKNOWN : (machine.thread().getId() << Integer.SIZE) + number;
            }
        }
        return UNKNOWN;
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
