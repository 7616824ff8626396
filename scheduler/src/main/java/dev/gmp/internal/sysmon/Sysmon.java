package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.sched.DueTimers;
import dev.gmp.internal.sched.NetworkPoller;
import dev.gmp.internal.sysmon.SysmonDelay.Load;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.ServiceThreads;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The monitor: a thread without a processor that looks after all others (Go: sysmon).
 *
 * <p>Each turn of its loop is a tick. The next one comes:
 *
 * <ul>
 *   <li>at once, when it has taken a processor from a machine that blocks;
 *   <li>every 20 microseconds, while it has something to do;
 *   <li>ever more seldom after a millisecond without, at the least every 10 milliseconds;
 *   <li>every millisecond, while goroutines wait and no processor is idle, with pauses if the scheduler is calm
 *       ({@link SysmonDelay});
 *   <li>every millisecond, while goroutines wait for channels and no machine blocks in the netpoller;
 *   <li>when a goroutine that was asked to give way should have.
 * </ul>
 *
 * <p>Where the kernel lets it interrupt others, and goroutines compute without a processor, a tick that has found nothing is
 * followed by the next after 250 microseconds at the earliest. When every processor has been idle for a while sysmon sleeps
 * until one is not.
 */
public final class Sysmon {

    private static final SafeLog BEGINS_ANEW = SafeLog.detached(Sysmon.class, Level.ERROR, "sysmon begins anew");
    private static final SafeLog FAILED_TICK = SafeLog.detached(Sysmon.class, Level.ERROR, "a tick of sysmon failed");
    private static final SafeLog FAILED = SafeLog.detached(Sysmon.class, Level.ERROR, "sysmon failed");

    private static final long SECOND_NANOS = 1_000_000_000;

    /** Ten ticks at 10 ms: a service with a request now and then does not pay a wake-up of sysmon for each. */
    private static final int QUIET_TICKS_BEFORE_SLEEP = 10;

    /** Ticks after the last processor was taken for which sysmon does not let the kernel put it to sleep. */
    private static final int TICKS_AWAKE = 5;

    private final SchedulerState state;
    private final Retake retake;
    private final LostMachines lostMachines;
    private final DueTimers dueTimers;
    private final NetworkPoller networkPoller;
    private final QuotaPacer quotaPacer;
    private final SysmonDelay delay;
    private final SysmonDuties duties;
    private final Runnable body = this::run;
    private final String name;
    private volatile boolean asked;
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
        this.delay = new SysmonDelay(state.config().timeSlice().toNanos());
        this.duties = duties;
        this.name = "gmp-" + state.config().name() + "-sysmon";
    }

    /** Makes it do soon what it is asked for. Any thread. */
    public void ask() {
        asked = true;
        state.idle().sysmonAlarm().ring();
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

    /** Whatever is thrown, it begins anew: without it nothing would take a processor from a machine that blocks. */
    private void run() {
        runner = Thread.currentThread();
        boolean mayInterrupt = duties.whenStarted().getAsBoolean();
        while (!stopped) {
            try {
                watch(mayInterrupt);
            } catch (Throwable failure) {
                BEGINS_ANEW.log(failure);
                LockSupport.parkNanos(this, SysmonDelay.LONGEST_NANOS);
            }
        }
    }

    private void watch(boolean mayInterrupt) {
        int idleTicks = 0;
        long nextSecond = System.nanoTime();
        while (!stopped) {
            long next = delay.advance(load());
            boolean interrupts = mayInterrupt && lostMachines.overtime() > 0;
            pause(untilNextTick(next, interrupts), interrupts);
            idleTicks = isQuiet() && next == SysmonDelay.LONGEST_NANOS ? idleTicks + 1 : 0;
            if (idleTicks > QUIET_TICKS_BEFORE_SLEEP) {
                sleepUntilRung();
                idleTicks = 0;
                delay.beginAnew();
            }
            long now = System.nanoTime();
            delay.ticked(tick(now));
            if (now - nextSecond >= 0) {
                nextSecond = now + SECOND_NANOS;
                doEverySecond();
            }
        }
    }

    private long untilNextTick(long wanted, boolean interrupts) {
        long due = Math.min(retake.answerDueNanos(), quotaPacer.dueNanos(System.nanoTime()));
        return Math.max(Math.min(wanted, due), interrupts ? delay.leastNanos() : 0);
    }

    /**
     * A short sleep lasts at least some 70 microseconds, because the kernel bundles timers. While processors are being
     * taken one after the other, blocked goroutines wait for each tick, and the CPUs have nothing better to do. Nor is
     * there a pause after a tick that took one: meanwhile the other machines had their time. A thread that yields
     * a CPU which others want comes after all of them, so where it can interrupt those it sleeps each time.
     */
    private void pause(long nanos, boolean interrupts) {
        if (interrupts || delay.quietTicks() >= TICKS_AWAKE) {
            park(nanos);
            return;
        }
        if (delay.quietTicks() == 0) {
            Thread.yield();
            return;
        }
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() - until < 0) {
            Thread.yield();
        }
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
        while (!stopped && isQuiet() && state.idle().sysmonAlarm().isArmed()) {
            if (duties.whileIdle().getAsBoolean()) {
                LockSupport.parkNanos(this, SECOND_NANOS);
                doEverySecond();
            } else {
                LockSupport.park(this);
            }
            Thread.interrupted();
        }
        state.idle().sysmonAlarm().disarm();
    }

    private boolean isQuiet() {
        return state.idle().processors().count() >= state.processors().count()
                && lostMachines.isEmpty()
                && !networkPoller.isUnattended()
                && state.queues().deferredReadies().isEmpty()
                && state.queues().backlog().isEmpty()
                && !asked;
    }

    private Load load() {
        if (!state.queues().backlog().isEmpty() || networkPoller.wantsTicks()) {
            return Load.FULL;
        }
        if (state.idle().processors().any() || state.queues().global().isEmpty()) {
            return Load.NONE;
        }
        return retake.isCalm() ? Load.CALM : Load.FULL;
    }
}
