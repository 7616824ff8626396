package dev.gmp;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachinePriority;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.ThreadLocals;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.util.StackReserve;
import dev.gmp.observe.GoroutineExit;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.LoggedName;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls from a task to the scheduler that runs it. Each method concerns the calling goroutine. On any other thread,
 * each does what a plain thread would do, except {@link #current}, {@link #exit}, {@link #lockMachine} and {@link
 * #unlockMachine}: they throw {@link IllegalStateException}.
 *
 * @since 0.1
 */
public final class Goroutines {

    /** A goroutine can lose its processor again before it is locked, though rarely. */
    private static final int MOST_MOVES = 8;

    private Goroutines() {}

    /** Whether the caller runs on a goroutine of any {@link GmpScheduler}. */
    public static boolean isGoroutine() {
        Machine machine = MachineThreads.current();
        return machine != null && machine.currentAcquire() != null;
    }

    /**
     * Lets other goroutines run first (Go: runtime.Gosched): those that wait. A goroutine that yields again without a
     * park in between also lets those go first that come meanwhile. On any other thread: {@link Thread#yield}.
     */
    @SuppressWarnings("NamedLikeContextualKeyword") // Go's and the JDK's own name for it
    public static void yield() {
        Machine machine = MachineThreads.current();
        if (machine != null) {
            machine.verbs().giveWay(machine, false);
        } else {
            Thread.yield();
        }
    }

    /**
     * Gives way if the monitor asks for it, because the time slice is over, or if the goroutine has lost its processor.
     * Code that computes for long should call it now and then. It takes a few nanoseconds when nothing is asked for. A
     * virtual goroutine then waits for its turn without holding a thread.
     */
    public static void checkpoint() {
        Machine machine = MachineThreads.current();
        if (machine != null) {
            giveWayIfAsked(machine, false);
        }
    }

    /**
     * As {@link #checkpoint}, but between two independent tasks of a loop, such as two requests of one connection. If
     * the goroutine gives way, it waits as a new one, and not behind all others as one that has used up its time slice.
     * The call also tells the monitor that short tasks follow one another, and not that one task takes long.
     */
    public static void nextTask() {
        Machine machine = MachineThreads.current();
        if (machine != null) {
            machine.counters().countNextTask();
            giveWayIfAsked(machine, true);
        }
    }

    /**
     * Lets waiting goroutines run first, however little of the time slice is used up. Goroutines that have used up a
     * slice themselves do not count as waiting. For the end of a task in a loop, when the next task is likely to come
     * during the others' turn.
     *
     * <p>The calling goroutine then waits as a new one. A direct goroutine keeps its thread meanwhile, and another
     * thread takes its processor.
     *
     * @return whether any goroutine waited; false on a thread that is not a goroutine
     */
    public static boolean yieldBetweenTasks() {
        Machine machine = MachineThreads.current();
        if (machine != null && machine.verbs().othersWait(machine)) {
            machine.verbs().giveWay(machine, true);
            return true;
        }
        return false;
    }

    private static void giveWayIfAsked(Machine machine, boolean asNew) {
        if (machine.isPreemptRequested() || !machine.holdsProcessor()) {
            machine.verbs().giveWay(machine, asNew);
        }
    }

    /**
     * Sleeps for at least the given time, without holding a processor (Go: time.Sleep). The scheduler's own timers wake
     * a virtual goroutine. From JDK 25 on, {@link Thread#sleep} does the same there.
     *
     * @param duration for zero or less, a virtual goroutine gives way to others, and any other thread goes on at once
     * @throws InterruptedException if the thread is interrupted; its interrupt status is cleared
     */
    public static void sleep(Duration duration) throws InterruptedException {
        long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(duration));
        long millis = nanos / 1_000_000;
        int rest = (int) (nanos % 1_000_000);
        Machine machine = MachineThreads.current();
        if (machine != null && machine.isCurrentThread()) {
            machine.verbs().enterBlocking(machine);
            try {
                Thread.sleep(millis, rest);
            } finally {
                machine.verbs().exitBlocking(machine);
            }
        } else if (machine != null) {
            machine.verbs().timedWaits().sleep(nanos);
        } else {
            Thread.sleep(millis, rest);
        }
    }

    /**
     * Runs a section that may block its thread, such as native code, file access or a driver that pins (Go:
     * entersyscall). If other goroutines wait, the processor goes to another thread at once, otherwise when it is
     * needed. The goroutine has a processor again when the method returns. The monitor also finds unmarked sections, a
     * little later.
     *
     * @return the section's result
     * @throws Exception if the section throws it
     */
    public static <T> T blocking(Callable<T> section) throws Exception {
        Machine machine = MachineThreads.current();
        if (machine == null) {
            return section.call();
        }
        machine.verbs().enterBlocking(machine);
        try {
            return section.call();
        } finally {
            Machine now = MachineThreads.current();
            if (now != null) {
                now.verbs().exitBlocking(now);
            }
        }
    }

    /**
     * Runs a section on a thread with the kernel's normal priority and all CPUs of the process. For code that starts
     * processes or threads, because they inherit both for good. With {@link
     * dev.gmp.config.OvertimePolicy#LOWER_PRIORITY}, the thread of a goroutine in overtime has a lower priority. Such a
     * goroutine first waits for its turn, as at a {@link #checkpoint}. The section ends with a checkpoint.
     *
     * <p>Keep the section short: a virtual goroutine is locked to its thread meanwhile, as by {@link #lockMachine}.
     * Sections may nest. A pinned virtual goroutine keeps the priority that its thread has.
     *
     * @return the section's result
     * @throws Exception if the section throws it
     */
    public static <T> T atNormalPriority(Callable<T> section) throws Exception {
        Machine machine = MachineThreads.current();
        if (machine == null) {
            return section.call();
        }
        Goroutine goroutine = machine.currentAcquire();
        if (goroutine == null) {
            return section.call();
        }
        return goroutine instanceof VirtualGoroutine ? whileLocked(section) : whileBound(machine, section);
    }

    private static <T> T whileLocked(Callable<T> section) throws Exception {
        lockMachine();
        try {
            return section.call();
        } finally {
            unlockMachine();
            checkpoint();
        }
    }

    /** For a direct goroutine, which stays on its thread in any case. */
    private static <T> T whileBound(Machine machine, Callable<T> section) throws Exception {
        MachinePriority priority = machine.priority();
        if (priority.isBound()) {
            return section.call(); // in such a section already
        }
        for (int tries = 0; !priority.tryBind() && tries < MOST_MOVES; tries++) {
            machine.verbs().giveWay(machine, false);
        }
        try {
            return section.call();
        } finally {
            priority.unbind();
            checkpoint();
        }
    }

    /**
     * Describes the calling goroutine: its thread's id, its mode and, with {@link SchedulerBuilder#goroutineTimes}, how
     * long it has run and waited.
     *
     * @throws IllegalStateException if the caller is not a goroutine
     */
    public static GoroutineInfo current() {
        Machine machine = machineOrThrow("current");
        return machine.verbs().describe(machine);
    }

    /**
     * Labels the calling goroutine (Go: pprof.Do). The goroutines and threads that it starts from then on have its labels,
     * those that it starts by a bulkhead too. Delayed and periodic tasks have the labels of the goroutine that schedules them.
     * Labels are shown in profiles, traces and recent processor losses. The labels {@code method} and {@code route} name the
     * kind of the task for {@link GmpScheduler#taskKinds}. On a thread that is not a goroutine nothing happens.
     *
     * @param key 1 to 64 characters; a goroutine has at most 16 labels
     * @param value replaces the value that the label has, and is cut to 256 characters. Null removes the label
     * @throws IllegalArgumentException if the key is blank or too long, or if there are too many labels
     * @since 0.2.0
     */
    public static void label(String key, @Nullable String value) {
        Objects.requireNonNull(key, "key");
        Machine machine = MachineThreads.current();
        Goroutine goroutine = machine == null ? null : machine.currentAcquire();
        if (machine != null && goroutine != null) {
            Labels labels = Labels.with(goroutine.labels(), key, value);
            goroutine.setLabels(labels);
            machine.counters().kindTurn().labelled(value == null ? null : labels);
            if (value != null) {
                machine.counters().seeLabels(labels);
            }
        }
    }

    /**
     * Counts a failure for the kind of the calling goroutine's task, as {@link GmpScheduler#taskKinds} shows it. For frameworks
     * that catch the exceptions of tasks. Exceptions that leave a task are counted in any case, and so are those that futures of
     * the scheduler keep. On a thread that is not a goroutine nothing happens.
     *
     * @param thrown counts once as it passes through several layers, and for {@link GoroutineExit} not at all. Null for a
     *     failure without an exception
     * @since 0.2.0
     */
    public static void failed(@Nullable Throwable thrown) {
        MachineThreads.failed(thrown);
    }

    /**
     * The labels of the calling goroutine, by key. Empty on a thread that is not a goroutine.
     *
     * @since 0.2.0
     */
    public static Map<String, String> labels() {
        Machine machine = MachineThreads.current();
        Goroutine goroutine = machine == null ? null : machine.currentAcquire();
        Labels labels = goroutine == null ? null : goroutine.labels();
        return labels == null ? Map.of() : labels.asMap();
    }

    /**
     * Binds the calling goroutine to its thread (Go: LockOSThread): it runs on no other thread, and the thread runs
     * nothing else. For native libraries that keep state for each thread. Calls nest: the goroutine stays bound until
     * as many calls of {@link #unlockMachine}. If it ends before that, the thread ends with it. A direct goroutine is
     * bound in any case.
     *
     * @throws IllegalStateException if the caller is not a goroutine
     */
    public static void lockMachine() {
        StackReserve.ensure();
        Machine machine = machineOrThrow("lockMachine");
        if (machine.currentAcquire() instanceof VirtualGoroutine virtual) {
            normalMachine(machine).lock(virtual);
        }
    }

    /**
     * Undoes one {@link #lockMachine}. Does nothing if the goroutine is not locked, as in Go.
     *
     * @throws IllegalStateException if the caller is not a goroutine
     */
    public static void unlockMachine() {
        StackReserve.ensure();
        Machine machine = machineOrThrow("unlockMachine");
        if (machine.currentAcquire() instanceof VirtualGoroutine) {
            machine.unlock();
        }
    }

    /** A machine at normal priority. The present one if the goroutine is pinned. */
    private static Machine normalMachine(Machine present) {
        Machine machine = present;
        for (int tries = 0; !machine.priority().tryBind() && tries < MOST_MOVES; tries++) {
            machine.setYield(false, true);
            Thread.yield();
            machine = machineOrThrow("lockMachine");
        }
        return machine;
    }

    /**
     * Removes all thread-locals of the calling goroutine's thread, those of libraries and the JDK included, so that the
     * next task finds none. For the end of a task on a direct goroutine. It takes a few nanoseconds, and the next task
     * makes what it needs again. On a virtual goroutine it does nothing, because no other task runs on that thread.
     *
     * @return whether the next task finds none. False, with nothing changed, on a thread that is not a goroutine. Also
     *     false on a direct goroutine where the package {@code java.lang} is not open, which virtual goroutines need as
     *     well
     */
    public static boolean clearThreadLocals() {
        Machine machine = MachineThreads.current();
        if (machine == null || machine.currentAcquire() == null) {
            return false;
        }
        return !machine.isCurrentThread() || ThreadLocals.tryClear(machine.thread());
    }

    /**
     * Ends the calling goroutine (Go: runtime.Goexit). {@code finally} blocks run, the goroutine counts as completed,
     * and nothing is reported as uncaught. The future of its task is cancelled, with a message that says why. A
     * periodic task does not run again. The method never returns.
     *
     * <p>It throws a {@link GoroutineExit}. Code that catches {@link Throwable} or {@link Error} on the way keeps the
     * goroutine alive. A {@link java.util.concurrent.CompletableFuture} or a plain {@link
     * java.util.concurrent.FutureTask} on the way completes exceptionally with it.
     *
     * @throws IllegalStateException if the caller is not a goroutine
     */
    public static void exit() {
        machineOrThrow("exit");
        throw GoroutineExit.of(Thread.currentThread());
    }

    /**
     * Checks that the calling thread has enough stack left for a call to a scheduler. Each such call checks by itself
     * before it begins anything. This is for code that begins something of its own before the call, and must not be cut
     * off in between. It takes nanoseconds, on any thread.
     *
     * @throws StackOverflowError if too little stack is left
     */
    public static void ensureStack() {
        StackReserve.ensureForCaller();
    }

    private static Machine machineOrThrow(String method) {
        Machine machine = MachineThreads.current();
        if (machine != null && machine.currentAcquire() != null) {
            return machine;
        }
        throw new IllegalStateException("Goroutines.%s needs a goroutine, but thread %s is none"
                .formatted(method, LoggedName.of(Thread.currentThread().getName())));
    }
}
