package dev.gmp;

import dev.gmp.internal.util.StackReserve;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.observe.SchedulerListener;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.TaskKindSnapshot;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.observe.leak.LeakSuspect;
import dev.gmp.observe.profile.GoroutineProfile;
import dev.gmp.observe.trace.FlightRecorder;
import dev.gmp.observe.trace.TraceRecording;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The methods of {@link GmpScheduler} that observe it. */
abstract class ObservableScheduler extends AbstractScheduledExecutorService {

    private static final Duration PROFILE_BUDGET = Duration.ofMillis(100);
    private static final Duration LONGEST_PROFILE = Duration.ofMinutes(1);

    private final Scheduler observed;

    ObservableScheduler(Scheduler observed) {
        this.observed = observed;
    }

    /** The version of this library, as in its Maven coordinates. */
    public static String version() {
        return Version.TEXT;
    }

    /** Why {@link GmpScheduler#goroutines} is what it is, in a sentence for logs and pages. */
    public String goroutinesReason() {
        return observed.kindReason();
    }

    /** The origin of the number of processors, for logs and pages: {@code chosen}, or what was read and where. */
    public String maxProcsReason() {
        return observed.procsReason();
    }

    /** The state of every processor, worker thread (machine) and queue. It takes microseconds and stops nothing. */
    public SchedulerSnapshot snapshot() {
        StackReserve.ensure();
        return observed.snapshot();
    }

    /**
     * The stacks of all worker threads that are not parked, by {@link dev.gmp.observe.MachineSnapshot#id()}. For a
     * machine that carries a virtual thread, it is the stack of that thread. It costs as much as a thread dump.
     */
    public Map<Long, List<StackTraceElement>> machineStacks() {
        return observed.machineStacks(id -> true);
    }

    /**
     * As {@link #machineStacks()} for the given machines, at the cost of those. Machines that have ended are left out.
     */
    public Map<Long, List<StackTraceElement>> machineStacks(Collection<Long> ids) {
        return observed.machineStacks(ids::contains);
    }

    /**
     * The threads of tasks that have begun and not ended. A virtual goroutine has a thread of its own, also while it is
     * parked; a direct one has the worker thread's.
     */
    public List<Thread> taskThreads() {
        return observed.taskThreads();
    }

    /**
     * The virtual threads that tasks have started by themselves, which this scheduler carries though they are not its
     * tasks. Empty after the scheduler has ended: then the JDK's scheduler carries them on.
     */
    public List<Thread> adoptedThreads() {
        return observed.adoptedThreads();
    }

    /**
     * Reads what every goroutine is doing: those that run, wait in run queues or are parked, and the threads that goroutines
     * have started. Takes at most about 100 milliseconds. The calling thread reads one stack after the other, which takes
     * microseconds each; no other thread stops for longer than that.
     *
     * @since 0.2.0
     */
    public GoroutineProfile goroutineProfile() {
        return goroutineProfile(PROFILE_BUDGET);
    }

    /**
     * As {@link #goroutineProfile()}, with another limit of time. Where the limit is too short for all goroutines, the profile
     * is of a random sample of those that it reached, and says so.
     *
     * @param budget more than zero, at most a minute. It is exceeded by a goroutine's time at the most
     * @throws IllegalArgumentException if the budget is out of range
     * @since 0.2.0
     */
    public GoroutineProfile goroutineProfile(Duration budget) {
        StackReserve.ensure();
        if (budget.isZero() || budget.isNegative() || budget.compareTo(LONGEST_PROFILE) > 0) {
            throw new IllegalArgumentException(
                    "budget must be more than zero and at most " + LONGEST_PROFILE + ", but was " + budget);
        }
        return observed.goroutineProfile(budget);
    }

    /**
     * Looks for goroutines that wait for each other: through locks, monitors, results of tasks that {@code submit} has returned,
     * or the ends of threads. Takes at most about 100 milliseconds, or longer where there are cycles. Stops no thread.
     *
     * <p>The JVM does not tell everything. Monitors that virtual threads wait for are not told. Nor are the threads that will
     * complete a {@link java.util.concurrent.CompletableFuture} or send to a channel. Semaphores, latches, read locks and the
     * ends of virtual threads have no single holder. {@link DeadlockReport#notTold} counts such waits. Not followed are virtual
     * threads that this scheduler does not carry, and waits with a limit of time. A deadlock is found when it is about 40
     * milliseconds old. Direct goroutines that wait for read locks are counted if {@code java.util.concurrent.locks} is opened.
     *
     * @since 0.2.0
     */
    public DeadlockReport deadlocks() {
        StackReserve.ensure();
        return observed.deadlocks(PROFILE_BUDGET);
    }

    /** How many deadlocks the looks of the {@link SchedulerBuilder#leakWatch} have found so far. */
    long deadlocksFound() {
        return observed.deadlocksFound();
    }

    /**
     * The groups of goroutines that seemed to be forgotten at the last look of the {@link SchedulerBuilder#leakWatch}: at most
     * 20, the largest first. A group is suspect if it has grown at three looks and never shrunk in between. Its oldest goroutine
     * was the same all the time, and has waited for the {@link SchedulerBuilder#leakThreshold}. Goroutines of which a profile
     * does not tell how long they wait are left out. Where the last look saw a part of the goroutines, suspects of earlier
     * looks that it may have missed are there, too.
     *
     * @since 0.2.0
     */
    public List<LeakSuspect> leakSuspects() {
        return observed.leakSuspects();
    }

    /**
     * Starts to record what each goroutine, machine and processor does, until {@link TraceRecording#stop}. Each event
     * costs one reading of the clock and memory.
     *
     * @param mostEvents the approximate number of events kept, 1,000 to {@link TraceRecording#MOST_EVENTS}; later
     *     events are counted and dropped
     * @throws IllegalArgumentException if {@code mostEvents} is out of range
     * @throws IllegalStateException if another recording of this scheduler runs
     */
    public TraceRecording startTrace(int mostEvents) {
        StackReserve.ensure();
        if (mostEvents < 1_000 || mostEvents > TraceRecording.MOST_EVENTS) {
            throw new IllegalArgumentException(
                    "mostEvents must be between 1000 and " + TraceRecording.MOST_EVENTS + ", but was " + mostEvents);
        }
        return observed.startTrace(mostEvents);
    }

    /**
     * As {@link #startTrace(int)} with {@link TraceRecording#DEFAULT_EVENTS}.
     *
     * @throws IllegalStateException if another recording of this scheduler runs
     */
    public TraceRecording startTrace() {
        return startTrace(TraceRecording.DEFAULT_EVENTS);
    }

    /**
     * The flight recorder, which keeps the scheduler's last events where {@link SchedulerBuilder#recorder} is set. It is
     * always the same, and can be read after the scheduler has ended.
     *
     * @since 0.2.0
     */
    public FlightRecorder recorder() {
        return observed.recorder();
    }

    /**
     * What each kind of task has cost since the scheduler was built, the one with the most time on processors and in queues
     * first. At most 101 kinds. Empty where {@link SchedulerBuilder#taskKinds} is off, and until the first kind was seen.
     *
     * @since 0.2.0
     */
    public List<TaskKindSnapshot> taskKinds() {
        return observed.taskKinds();
    }

    /** Adds a listener, which is called for each later event. */
    public void addListener(SchedulerListener listener) {
        observed.addListener(Objects.requireNonNull(listener, "listener"));
    }

    /** Removes a listener. Does nothing if it was never added. */
    public void removeListener(SchedulerListener listener) {
        observed.removeListener(listener);
    }
}
