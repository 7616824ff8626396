package dev.gmp.internal.spawn;

import dev.gmp.internal.gmp.IdlePriorityGoroutine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.sched.IdlePriorityQueue;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.util.StackReserve;
import java.util.concurrent.RejectedExecutionException;

/** How a task of idle priority comes in. */
public record IdleTasks(IdlePriorityQueue idlePriorityQueue, Lifecycle lifecycle, Rejections rejections) {

    /**
     * Runs a task when a processor has nothing else to do.
     *
     * @throws RejectedExecutionException if too many wait already, or after shutdown
     */
    public void execute(Runnable task) {
        StackReserve.ensure();
        IdlePriorityGoroutine item = new IdlePriorityGoroutine(MachineThreads.inheriting(task));
        if (!idlePriorityQueue.tryReserve()) {
            throw rejections.rejected(task, idlePriorityQueue.fill(), null);
        }
        if (!idlePriorityQueue.offer(item)) {
            throw rejections.rejected(task, "it is " + lifecycle.phase(), null);
        }
    }
}
