package dev.gmp.internal.wiring;

import dev.gmp.internal.bulkhead.BulkheadAdmission;
import dev.gmp.internal.bulkhead.BulkheadTask;
import dev.gmp.internal.bulkhead.BulkheadWaits;
import dev.gmp.internal.bulkhead.SlotQueue;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.CarrierThreads;
import dev.gmp.internal.jdk.JdkBugs;
import dev.gmp.internal.jdk.TracedTask;
import dev.gmp.internal.jdk.TracingAgent;
import dev.gmp.internal.kind.KindTurn;
import dev.gmp.internal.kind.TaskKinds;
import dev.gmp.internal.kind.TaskStatus;
import dev.gmp.internal.label.Labelled;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.netpoll.PollSlot;
import dev.gmp.internal.sched.UnstartedTasks;
import dev.gmp.internal.spawn.Rejections;
import dev.gmp.internal.sysmon.MachineStatus;
import dev.gmp.internal.timed.ParkTimeout;
import dev.gmp.internal.timed.ScheduledTask;
import dev.gmp.internal.util.ServiceThreads;
import dev.gmp.internal.util.StackReserve;
import dev.gmp.observe.BulkheadSnapshot;
import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.ProcessorLoss;
import dev.gmp.observe.SchedulerSnapshot;
import java.lang.invoke.MethodHandles;

/**
 * Classes that a task's first call of the scheduler would initialise. That takes more stack than the rest of the call, and
 * where it runs out a class is unusable for ever (JLS 12.4.2).
 */
public final class EagerClassInit {

    private static final Class<?>[] CLASSES = {
        StackReserve.class,
        BulkheadAdmission.class,
        BulkheadTask.class,
        BulkheadWaits.class,
        CarrierThreads.class,
        JdkBugs.class,
        KindTurn.class,
        Labelled.class,
        Labels.class,
        Machine.class,
        MachineStatus.class,
        MachineThreads.class,
        ParkTimeout.class,
        PollSlot.class,
        Rejections.class,
        UnstartedTasks.Oldest.class,
        ScheduledTask.class,
        SlotQueue.Entry.class,
        TaskKinds.class,
        TaskStatus.class,
        TracedTask.class,
        TracingAgent.class,
        VirtualGoroutine.class,
        Probe.Event.class,
        Probe.Stop.class,
        BulkheadSnapshot.Phase.class,
        MachineSnapshot.State.class,
        ProcessorLoss.Kind.class,
        SchedulerSnapshot.Phase.class,
    };

    private EagerClassInit() {}

    /** When a scheduler is made. */
    static void initialise() {
        try {
            for (Class<?> each : CLASSES) {
                MethodHandles.lookup().ensureInitialized(each);
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError("it is named here", e);
        }
        ServiceThreads.newThread("gmp", () -> {}); // and what makes the first thread
    }
}
