package dev.gmp;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachinePriority;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.ThreadLocals;
import dev.gmp.internal.util.StackReserve;
import dev.gmp.observe.GoroutineExit;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.LoggedName;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * What a task says to the scheduler that runs it. Each method concerns the calling goroutine. On a thread that is none, each
 * does what a plain thread would do, except {@link #current}, {@link #exit} and the locking of machines, which fail.
 *
 * @since 0.1
 */
public final class Goroutines {

    /** It can lose its processor again before it is locked, though hardly. */
    private static final int MOST_MOVES = 8;

    private Goroutines() {}

    /** Whether the caller runs on a goroutine of some {@link GmpScheduler}. */
    public static boolean isGoroutine() {
        Machine machine = MachineThreads.current();
        return machine != null && machine.currentAcquire() != null;
    }

    /**
     * Lets other goroutines run first (Go: runtime.Gosched): those that wait already, and where it follows another yield with no
     * park in between, also those that come meanwhile. A plain thread calls {@link Thread#yield}.
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
     * Gives way if that is asked for, because the time slice is over, or because the goroutine has lost its processor. To
     * be called now and then by what computes for long; a few nanoseconds when nothing is asked for. A virtual goroutine
     * then waits its turn without holding a thread.
     */
    public static void checkpoint() {
        Machine machine = MachineThreads.current();
        if (machine != null) {
            giveWayIfAsked(machine, false);
        }
    }

    /**
     * As {@link #checkpoint}, between two tasks of a loop that have nothing to do with each other, such as the requests of
     * one connection. The goroutine then waits its turn as a new one does, and not behind all others as one that has used up
     * its time slice. The monitor, too, tells short tasks one after the other from a long one by it.
     */
    public static void nextTask() {
        Machine machine = MachineThreads.current();
        if (machine != null) {
            machine.counters().countNextTask();
            giveWayIfAsked(machine, true);
        }
    }

    /**
     * Between two tasks, too, for where the next one is likely to be there when others have had a turn. If any wait to run,
     * they go first, however little of the time slice is used up. Those that have used up a slice themselves do not count.
     * This goroutine then waits its turn as a new one does. A direct goroutine keeps its thread meanwhile, and another
     * thread takes its processor.
     *
     * @return whether any waited; false on a thread that is no goroutine
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
     * Sleeps for at least the given time, without holding a processor. A virtual goroutine is woken by the scheduler's own
     * timers (Go: time.Sleep); from JDK 25 on {@link Thread#sleep} does the same there.
     *
     * @param duration zero or less counts as zero: a virtual goroutine gives way to others, any other thread goes on at once
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
     * Runs a section that may block its thread: native code, file access, a driver that pins. If others wait, the processor
     * goes to another thread at once, otherwise as soon as it is needed (Go: entersyscall). The goroutine has one again when
     * the method returns. Sections that are not marked are found out by watching, a little later.
     *
     * @return what the section returns
     * @throws Exception what the section throws
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
     * Runs a section whose thread has the kernel's normal priority and all CPUs of the process. It is meant for what starts
     * processes or threads, which inherit both for good. With {@link dev.gmp.config.OvertimePolicy#LOWER_PRIORITY}, the thread of a goroutine that has
     * computed beyond its time slice has a lower priority. Such a goroutine first waits for its turn, as at a {@link
     * #checkpoint}. The section ends with a checkpoint.
     *
     * <p>In the section a virtual goroutine is locked to its thread, as by {@link #lockMachine}, so the section should be short.
     * Sections may nest. One that is pinned keeps the priority that its thread has.
     *
     * @return what the section returns
     * @throws Exception what the section throws
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
     * What the calling goroutine is: its thread's id, its kind, and, where the scheduler clocks goroutines, how long it
     * has run and waited.
     *
     * @throws IllegalStateException if the caller is no goroutine
     */
    public static GoroutineInfo current() {
        Machine machine = machineOrThrow("current");
        return machine.verbs().describe(machine);
    }

    /**
     * Binds the calling goroutine to its thread, until as many calls of {@link #unlockMachine} (Go: LockOSThread). It runs
     * on no other thread, and the thread runs nothing else. For native libraries that keep state by thread. If the goroutine
     * ends without unlocking, the thread ends with it. A direct goroutine is bound in any case.
     *
     * @throws IllegalStateException if the caller is no goroutine
     */
    public static void lockMachine() {
        StackReserve.ensure();
        Machine machine = machineOrThrow("lockMachine");
        if (machine.currentAcquire() instanceof VirtualGoroutine virtual) {
            normalMachine(machine).lock(virtual);
        }
    }

    /**
     * Takes back one {@link #lockMachine}; without one it does nothing, as in Go.
     *
     * @throws IllegalStateException if the caller is no goroutine
     */
    public static void unlockMachine() {
        StackReserve.ensure();
        Machine machine = machineOrThrow("unlockMachine");
        if (machine.currentAcquire() instanceof VirtualGoroutine) {
            machine.unlock();
        }
    }

    /** One whose thread does not run behind others, because this goroutine has computed for long; the same if it is pinned. */
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
     * Forgets all thread-locals of the calling goroutine's thread, those of libraries and the JDK among them, so that the next task
     * inherits none. For the end of a task on a direct goroutine; a few nanoseconds, and the next task pays for what it has to make
     * again. A virtual goroutine has a thread of its own, and keeps them until it ends.
     *
     * @return whether the next task finds none. False, and nothing has changed, on a thread that is no goroutine. The same
     *     on a direct goroutine where the package {@code java.lang} is not open, which virtual goroutines need as well
     */
    public static boolean clearThreadLocals() {
        Machine machine = MachineThreads.current();
        if (machine == null || machine.currentAcquire() == null) {
            return false;
        }
        return !machine.isCurrentThread() || ThreadLocals.tryClear(machine.thread());
    }

    /**
     * Ends the calling goroutine (Go: runtime.Goexit): {@code finally} blocks run, it counts as completed, and nothing is reported
     * as uncaught. The future of its task is cancelled, and says why; a periodic task does not run again. It never returns.
     *
     * <p>It throws a {@link GoroutineExit}, so code that catches {@link Throwable} or {@link Error} on the way swallows it, and the
     * goroutine goes on. A {@link java.util.concurrent.CompletableFuture} whose stage exits completes exceptionally with it, and
     * so does a {@link java.util.concurrent.FutureTask} that the task runs itself.
     *
     * @throws IllegalStateException if the caller is no goroutine
     */
    public static void exit() {
        machineOrThrow("exit");
        throw GoroutineExit.of(Thread.currentThread());
    }

    /**
     * Looks whether the calling thread has enough stack left for a call of a scheduler. Each call looks by itself before it
     * begins anything. This is for code that begins something of its own and then calls, and must not be cut off in between.
     * On any thread; some nanoseconds.
     *
     * @throws StackOverflowError if it has not
     */
    public static void ensureStack() {
        StackReserve.ensureForCaller();
    }

    private static Machine machineOrThrow(String method) {
        Machine machine = MachineThreads.current();
        if (machine != null && machine.currentAcquire() != null) {
            return machine;
        }
        throw new IllegalStateException("Goroutines.%s is for goroutines, and %s is none"
                .formatted(method, LoggedName.of(Thread.currentThread().getName())));
    }
}
