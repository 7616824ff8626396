package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.sched.DueTimers;
import dev.gmp.internal.sched.NetworkPoller;
import dev.gmp.internal.util.Overdue;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.ServiceThreads;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The monitor: a thread without a processor that looks after all others (Go: sysmon).
 *
 * <p>Each turn of its loop is a tick. {@link SysmonDelay} says when the next one is. When every processor has been idle for a
 * while sysmon sleeps until one is not, and keeps no file open. Asked to be silent, it reads none either meanwhile.
 */
public final class Sysmon {

    private static final SafeLog BEGINS_ANEW =
            SafeLog.detached(Sysmon.class, Level.ERROR, "the monitor failed and starts again");
    private static final SafeLog FAILED_TICK =
            SafeLog.detached(Sysmon.class, Level.ERROR, "a tick of the monitor failed");
    private static final SafeLog FAILED =
            SafeLog.detached(Sysmon.class, Level.ERROR, "a periodic action of the monitor failed");

    private static final long SECOND_NANOS = 1_000_000_000;

    /** Ten ticks at 10 ms: a service with a request now and then does not pay a wake-up of sysmon for each. */
    private static final int QUIET_TICKS_BEFORE_SLEEP = 10;

    private final SchedulerState state;
    private final Retake retake;
    private final LostMachines lostMachines;
    private final DueTimers dueTimers;
    private final NetworkPoller networkPoller;
    private final QuotaPacer quotaPacer;
    private final SysmonDuties duties;
    private final Runnable body = this::run;
    private final Runnable closeFiles = this::closeFiles;
    private final String name;

    /** Its thread's own, as the two below: how many ticks ago a processor was taken from a machine that blocks. */
    private long ticksSinceTake = SysmonDelay.TICKS_AT_ONCE;

    /** How many ticks ago {@link Retake#hasFound}. */
    private long ticksSinceFind;

    /** How many ticks in a row saw every processor idle, as far apart as ticks can be. */
    private int idleTicks;

    private volatile boolean asked;

    /** Sleeps whenever it can, and does not wake up by itself. */
    private volatile boolean silenceWanted;

    /** Does so now. */
    private volatile boolean silent;

    private volatile @Nullable Thread runner;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    public Sysmon(
            SchedulerState state,
            Retake retake,
            LostMachines lostMachines,
            DueTimers dueTimers,
            NetworkPoller networkPoller,
            QuotaPacer quotaPacer,
            SysmonDuties duties) {
        this.state = state;
        this.retake = retake;
        this.lostMachines = lostMachines;
        this.dueTimers = dueTimers;
        this.networkPoller = networkPoller;
        this.quotaPacer = quotaPacer;
        this.duties = duties;
        this.name = "gmp-" + state.config().name() + "-sysmon";
    }

    /** Makes it do soon what it is asked for. Any thread. */
    public void ask() {
        asked = true;
        state.idle().sysmonAlarm().ring();
        LockSupport.unpark(runner);
    }

    /**
     * Makes it sleep as soon as every processor is idle, and touch no file before there is work; now and later, until {@link
     * #endSilence}. Any thread.
     *
     * @return whether it sleeps so, has ended, or has not been started
     */
    public boolean silence() {
        silenceWanted = true;
        if (!silent) {
            LockSupport.unpark(runner);
        }
        return isNotStarted()
                || (silent && (stopped || state.idle().sysmonAlarm().isArmed()));
    }

    /** Waits for a start that is under way: its thread runs already. */
    private synchronized boolean isNotStarted() {
        return thread == null;
    }

    /** Any thread. */
    public void endSilence() {
        silenceWanted = false;
        LockSupport.unpark(runner);
    }

    /** Starts the thread at the first call. Called before a machine is started; later calls take no lock (LOCK-1). */
    public void ensureStarted() {
        if (thread == null) {
            start();
        }
    }

    private synchronized void start() {
        if (thread == null && !stopped) {
            Thread started = ServiceThreads.newThread(name, body);
            started.start(); // may fail for want of threads or memory; then the next machine's start tries again
            thread = started;
        }
    }

    public synchronized void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /**
     * The loop starts again after any exception: without it no thread would take a processor from a machine that
     * blocks.
     */
    private void run() {
        runner = Thread.currentThread();
        boolean mayInterrupt = duties.whenStarted().getAsBoolean();
        while (!stopped) {
            try {
                watch(mayInterrupt);
            } catch (Throwable failure) {
                BEGINS_ANEW.log(failure);
                LockSupport.parkNanos(this, Overdue.NANOS);
            }
        }
        guarded(closeFiles);
        silent = true;
    }

    private void watch(boolean mayInterrupt) {
        long nextSecond = System.nanoTime();
        while (!stopped) {
            long delay = nanosToNextTick(mayInterrupt);
            if (delay == 0) {
                Thread.yield(); // the machine that has the processor now may need this CPU
            } else {
                park(delay);
            }
            idleTicks = isQuiet() && SysmonDelay.isSlowest(ticksSinceTake) ? idleTicks + 1 : 0;
            if (idleTicks > QUIET_TICKS_BEFORE_SLEEP || (silenceWanted && isQuiet())) {
                sleepUntilRung();
                idleTicks = 0;
                ticksSinceTake = SysmonDelay.TICKS_AT_ONCE; // Go: idle = 0
            }
            long now = System.nanoTime();
            boolean took = tick(now);
            ticksSinceTake = took ? 0 : ticksSinceTake + 1;
            ticksSinceFind = retake.hasFound() ? 0 : ticksSinceFind + 1;
            if (now - nextSecond >= 0) {
                nextSecond = now + SECOND_NANOS;
                doEverySecond();
            }
        }
    }

    private long nanosToNextTick(boolean mayInterrupt) {
        boolean anyInOvertime = lostMachines.overtime() > 0;
        long due = Math.min(retake.answerDueNanos(), quotaPacer.dueNanos(System.nanoTime()));
        if (networkPoller.wantsTicks()) {
            due = Math.min(due, PreemptionPolicy.SHORTEST_SLICE_NANOS);
        }
        return SysmonDelay.nanos(
                ticksSinceTake, ticksSinceFind, anyWaits(), anyInOvertime, mayInterrupt && anyInOvertime, due);
    }

    private boolean anyWaits() {
        return !state.queues().backlog().isEmpty()
                || (!state.queues().global().isEmpty()
                        && !state.idle().processors().any());
    }

    /** Sleeps, and not past a timer that no machine may look after. */
    private void park(long nanos) {
        long now = state.clock().nanos();
        long until = now + nanos;
        state.nextTick().announce(until);
        long overdue = dueTimers.nextOverdue();
        while (overdue < until) {
            until = overdue;
            state.nextTick().announce(until);
            overdue = dueTimers.nextOverdue();
        }
        LockSupport.parkNanos(this, Math.max(until - now, SysmonDelay.SHORTEST_NANOS));
        Thread.interrupted(); // it would end every later park at once
        state.nextTick().begin();
    }

    /** @return whether a machine was found blocking */
    private boolean tick(long now) {
        try {
            state.queues().deferredReadies().ready();
            if (asked) {
                asked = false;
                duties.whenAsked().run();
            }
            dueTimers.fireOverdue();
            networkPoller.pollIfNeglected(now);
            lostMachines.review();
            quotaPacer.tick(now, lostMachines.overtime());
            boolean anyBlocks = retake.retake(now) > 0;
            duties.atEachTick().accept(now);
            return anyBlocks;
        } catch (Throwable failure) {
            FAILED_TICK.log(failure);
            return false;
        }
    }

    private void doEverySecond() {
        for (int i = 0; i < duties.everySecond().size(); i++) {
            guarded(duties.everySecond().get(i));
        }
    }

    private void closeFiles() {
        retake.closeFiles();
        quotaPacer.closeFiles();
    }

    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (Throwable failure) {
            FAILED.log(failure);
        }
    }

    private void sleepUntilRung() {
        state.idle().sysmonAlarm().arm();
        if (isQuiet()) {
            guarded(() -> duties.atEachTick().accept(System.nanoTime()));
        }
        try {
            while (!stopped && isQuiet() && state.idle().sysmonAlarm().isArmed()) {
                guarded(closeFiles);
                silent = false; // before it reads whether that is wanted: silence() goes the other way round
                if (duties.whileIdle().getAsBoolean()
                        || (!silenceWanted && duties.unlessSilent().getAsBoolean())) {
                    LockSupport.parkNanos(this, SECOND_NANOS);
                    doEverySecond();
                } else {
                    silent = silenceWanted;
                    LockSupport.park(this);
                }
                Thread.interrupted();
            }
        } finally {
            silent = false;
            state.idle().sysmonAlarm().disarm();
        }
    }

    private boolean isQuiet() {
        return state.idle().processors().count() >= state.processors().count()
                && !state.processors().anyLeavingIsHeld()
                && lostMachines.isEmpty()
                && !networkPoller.isUnattended()
                && state.queues().deferredReadies().isEmpty()
                && state.queues().backlog().isEmpty()
                && !asked;
    }
}
