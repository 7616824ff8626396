package dev.gmp.internal.profile;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.label.Labelled;
import dev.gmp.internal.profile.GroupCounts.Status;
import dev.gmp.internal.sysmon.MachineStatus;
import dev.gmp.internal.sysmon.ThreadActivity;
import dev.gmp.observe.profile.GoroutineGroup;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Reads what a goroutine does: its stack, its status, and what it waits for. */
final class SightingReader {

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ThreadActivity activity = new ThreadActivity();
    private final SchedulerState state;
    private final Instant now = Instant.now();
    private final long clock;
    private final Map<Goroutine, Machine> running;

    /** @param running the goroutines that machines ran a moment ago */
    SightingReader(SchedulerState state, Map<Goroutine, Machine> running) {
        this.state = state;
        clock = state.clock().nanos();
        this.running = running;
    }

    /** @return null for one that has ended */
    @Nullable
    Sighting read(Goroutine goroutine) {
        if (goroutine instanceof VirtualGoroutine virtual) {
            return read(virtual);
        }
        return goroutine instanceof DirectGoroutine direct ? read(direct) : null;
    }

    private @Nullable Sighting read(VirtualGoroutine goroutine) {
        Thread thread = goroutine.thread();
        if (thread == null) {
            return null;
        }
        int since = goroutine.waitsSince();
        boolean waits = goroutine.isWaiting();
        Thread.State threadState = thread.getState();
        Object blocker = LockSupport.getBlocker(thread);
        List<StackTraceElement> stack = innermost(thread.getStackTrace());
        if (goroutine.isDead()) {
            return null;
        }
        boolean stillWaits = waits && goroutine.isWaiting() && goroutine.waitsSince() == since;
        Status status = status(goroutine, stillWaits);
        return new Sighting(
                stack,
                status,
                goroutine.shownName(),
                goroutine.labels(),
                orNativeMethod(WaitCause.of(threadState, blocker, stack), status, stack),
                WaitDetail.of(thread, threadState, blocker, now, clock),
                waited(status, stillWaits ? since : 0, running.get(goroutine)));
    }

    private Status status(VirtualGoroutine goroutine, boolean waits) {
        if (waits) {
            return Status.WAITING;
        }
        Machine machine = running.get(goroutine);
        if (goroutine.isOnMachine()) {
            return machine == null || machine.currentAcquire() != goroutine ? Status.RUNNING : status(machine);
        }
        return goroutine.isWaiting() ? Status.WAITING : Status.RUNNABLE;
    }

    /** As snapshots count it. */
    private static Status status(Machine machine) {
        MachineStatus status = MachineStatus.of(machine);
        if (status == MachineStatus.AWAITING_TURN) {
            return Status.RUNNABLE;
        }
        return status == MachineStatus.BLOCKED ? Status.SYSCALL : Status.RUNNING; // also where it has just ended
    }

    private @Nullable Sighting read(DirectGoroutine goroutine) {
        Machine machine = running.get(goroutine);
        String task = goroutine.shownName();
        if (machine == null) { // queued a moment ago
            return task == null
                    ? null
                    : new Sighting(List.of(), Status.RUNNABLE, task, goroutine.labels(), null, WaitDetail.NONE, null);
        }
        Thread thread = machine.thread();
        Status status = status(machine);
        Duration waited = waited(status, status == Status.SYSCALL ? goroutine.waitsSince() : 0, machine);
        Thread.State threadState = thread.getState();
        Object blocker = LockSupport.getBlocker(thread);
        List<StackTraceElement> stack = innermost(ofTask(thread.getStackTrace()));
        String cause = status == Status.RUNNABLE ? null : cause(thread, threadState, blocker, stack);
        if (machine.currentAcquire() != goroutine) {
            return null;
        }
        return new Sighting(
                stack, status, task, goroutine.labels(), orNativeMethod(cause, status, stack), WaitDetail.NONE, waited);
    }

    /**
     * For how long a goroutine has waited, or null if that is not known. One that keeps its machine has waited at least for so
     * long as that was seen.
     *
     * @param since when it declared to wait, on the {@link dev.gmp.internal.util.WaitClock}, or 0
     */
    private @Nullable Duration waited(Status status, int since, @Nullable Machine machine) {
        if (since > 0) {
            return Duration.ofNanos(state.waitClock().nanosSince(since));
        }
        long seen =
                status == Status.SYSCALL && machine != null ? activity.standsStillFor(machine, System.nanoTime()) : 0;
        return seen == 0 ? null : Duration.ofNanos(seen);
    }

    private static @Nullable String orNativeMethod(
            @Nullable String cause, Status status, List<StackTraceElement> stack) {
        return cause == null && status == Status.SYSCALL ? WaitCause.ofNativeMethod(stack) : cause;
    }

    private @Nullable String cause(
            Thread thread, Thread.State threadState, @Nullable Object blocker, List<StackTraceElement> stack) {
        String held = threadState == Thread.State.RUNNABLE ? null : heldLock(thread);
        return held == null ? WaitCause.of(threadState, blocker, stack) : held;
    }

    /** Of a platform thread the JVM tells the lock or monitor that it waits for, and the holder. */
    private @Nullable String heldLock(Thread thread) {
        ThreadInfo info = threads.getThreadInfo(thread.getId());
        if (info == null || info.getLockInfo() == null || info.getLockOwnerId() < 0) {
            return null;
        }
        String kind = info.getThreadState() == Thread.State.BLOCKED ? "monitor" : "lock";
        return WaitCause.heldLock(kind, info.getLockInfo().toString(), info.getLockOwnerId(), info.getLockOwnerName());
    }

    /** Without the frames of its machine, which are not the same for all: one goroutine in some is timed. */
    private static StackTraceElement[] ofTask(StackTraceElement[] stack) {
        int end = stack.length - 1;
        while (end >= 0 && !stack[end].getClassName().equals(DirectGoroutine.class.getName())) {
            end--;
        }
        if (end > 0 && stack[end - 1].getClassName().equals(Labelled.class.getName())) {
            end--;
        }
        return end < 0 ? stack : Arrays.copyOf(stack, end);
    }

    private static List<StackTraceElement> innermost(StackTraceElement[] stack) {
        return Arrays.asList(
                stack.length <= GoroutineGroup.MOST_FRAMES ? stack : Arrays.copyOf(stack, GoroutineGroup.MOST_FRAMES));
    }
}
