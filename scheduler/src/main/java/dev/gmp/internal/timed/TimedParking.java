package dev.gmp.internal.timed;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.TimedParks;
import dev.gmp.internal.timer.TimedWaits;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.StackReserve;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends the timed waits of virtual goroutines by the scheduler's own timers (Go: time.Sleep). Where the JDK allows it,
 * these include {@code Thread.sleep} and {@code LockSupport.parkNanos}, which the JDK would end by threads of its own.
 */
public final class TimedParking implements TimedWaits {

    /** Of all schedulers. */
    private static final TimedParks PARKS = TimedParks.ofThisJvm(TimedParking::tryWakeAfter);

    private final TimerSetting timerSetting;
    private final AtomicReference<Use> use = new AtomicReference<>(Use.NOT_YET);

    private enum Use {
        NOT_YET,
        BEGUN,
        ENDED
    }

    public TimedParking(TimerSetting timerSetting) {
        this.timerSetting = timerSetting;
    }

    /** A machine is about to be started; called each time. */
    public void begin() {
        if (use.get() == Use.NOT_YET && use.compareAndSet(Use.NOT_YET, Use.BEGUN)) {
            PARKS.acquire();
        }
    }

    /** No goroutine is left; called once or more. */
    public void end() {
        if (use.getAndSet(Use.ENDED) == Use.BEGUN) {
            PARKS.release();
        }
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        StackReserve.ensure();
        if (!isOnGoroutine()) {
            Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
            return;
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        SleepTimer sleepTimer = setWake(nanos);
        while (sleepTimer.isPending()) {
            LockSupport.park(sleepTimer); // which tells observers until when
            if (Thread.interrupted()) {
                sleepTimer.tryCancel();
                throw new InterruptedException();
            }
        }
    }

    @Override
    public void park(Object blocker, long nanos) {
        if (nanos == TimerHeap.NEVER) {
            LockSupport.park(blocker);
            return;
        }
        if (!isOnGoroutine()) {
            LockSupport.parkNanos(blocker, nanos);
            return;
        }
        SleepTimer sleepTimer = setWake(nanos);
        LockSupport.park(blocker);
        sleepTimer.tryCancel();
    }

    @Override
    public ScheduledFuture<?> wakeAfter(Runnable wake, long nanos) {
        TimerHeap heap = timerSetting.heap();
        ParkTimeout timeout = new ParkTimeout(heap, TimerHeap.after(timerSetting.now(), nanos), wake);
        timerSetting.set(heap, timeout, timeout.wakesAt());
        return timeout;
    }

    /** On the carrier, when the thread has unmounted. */
    private static @Nullable ScheduledFuture<?> tryWakeAfter(Runnable wake, long nanos) {
        Machine machine = MachineThreads.of(Thread.currentThread());
        return machine != null && isOnGoroutine() ? machine.verbs().timedWaits().wakeAfter(wake, nanos) : null;
    }

    /** Whether the caller is a virtual goroutine and not a thread that is only carried: that one may outlive the scheduler. */
    private static boolean isOnGoroutine() {
        Machine machine = MachineThreads.current();
        return machine != null
                && machine.currentAcquire() instanceof VirtualGoroutine goroutine
                && !goroutine.isAdopted();
    }

    private SleepTimer setWake(long nanos) {
        TimerHeap heap = timerSetting.heap();
        SleepTimer sleepTimer =
                new SleepTimer(heap, TimerHeap.after(timerSetting.now(), nanos), Thread.currentThread());
        timerSetting.set(heap, sleepTimer, sleepTimer.wakesAt());
        return sleepTimer;
    }
}
