package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe.Stop;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;

/** Runs virtual goroutines on machines: mounts one, and sees to what it leaves behind when it comes off again. */
public record VirtualExecution(
        SchedulerState state,
        Readying readying,
        Lifecycle lifecycle,
        QueuePermits queuePermits,
        UnstartedTasks unstartedTasks) {

    private static final SafeLog THREW_AT_CARRIER = SafeLog.detached(
            VirtualExecution.class, Level.WARNING, "a virtual thread's continuation threw at its carrier");

    /** Runs it until it parks, yields or ends. By the machine that took it from its queue. @return which of them */
    Stop run(Machine machine, VirtualGoroutine goroutine) {
        boolean isAdopted = goroutine.isAdopted();
        if (isAdopted && !lifecycle.accepts()) {
            lifecycle.tryTerminate();
        } else if (lifecycle.startsNothing()) {
            handInTask(goroutine);
        }
        machine.setCurrentRelease(goroutine);
        machine.setYield(goroutine.hasYieldedLast(), false);
        goroutine.setRunning();
        try {
            if (isAdopted && lifecycle.isOver()) {
                VirtualThreads.handToJdk(goroutine.continuation());
            } else {
                goroutine.resume();
            }
        } catch (Throwable fromJdk) {
            // JDK-8: not the task's, and the thread's state tells the truth all the same.
            THREW_AT_CARRIER.log(fromJdk);
        }
        Stop how = Stop.PARKED;
        if (!goroutine.isThreadAlive()) {
            if (isAdopted) {
                state.adopted().remove(goroutine.continuation());
                goroutine.setDead();
            } else {
                state.live().end(goroutine);
                machine.counters().countCompleted();
            }
            how = Stop.ENDED;
        } else if (!tryWait(goroutine)) {
            requeue(machine, goroutine);
            how = Stop.YIELDED;
        }
        machine.setCurrentRelease(null);
        if (machine.isBlocking()) {
            machine.setBlocking(false); // it parked inside its section
        }
        return how;
    }

    /** Notes since when it waits before it does: then it is another's. */
    private boolean tryWait(VirtualGoroutine goroutine) {
        goroutine.stampWait(state.waitClock().time());
        return goroutine.tryWait();
    }

    /** The goroutine was readied while it left the machine. */
    private void requeue(Machine machine, VirtualGoroutine goroutine) {
        if (!hasYielded(goroutine)) {
            readying.ready(LockedMachines.inQueue(goroutine));
            return;
        }
        if (!machine.isPrompted()) {
            YieldAndBlocking.countYield(machine);
            goroutine.setYielded();
        }
        if (machine.isExpired()) {
            readying.readyExpired(machine, LockedMachines.inQueue(goroutine));
        } else {
            readying.readyGlobal(LockedMachines.inQueue(goroutine)); // Go: goschedImpl
        }
    }

    private static boolean hasYielded(VirtualGoroutine goroutine) {
        try {
            return goroutine.hasYielded();
        } catch (OutOfMemoryError e) {
            return true; // a handle's first call takes memory; no other thread knows of the goroutine, which may come
            // later
        }
    }

    /** After STOP a task that has not begun is handed in; its thread still runs to its end, lest a thread wait in vain. */
    private void handInTask(VirtualGoroutine goroutine) {
        Runnable task = goroutine.takeTask();
        if (task != null) {
            if (unstartedTasks.tryHandIn(task)) {
                queuePermits.begins();
            } else { // it begins after all, and is told: STOP-1
                goroutine.returnTask(task);
                Thread thread = goroutine.thread();
                if (thread != null) {
                    thread.interrupt();
                }
            }
        }
    }
}
