package dev.gmp.internal.wiring;

import dev.gmp.config.GoroutineMode;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.sched.DirectExecution;
import dev.gmp.internal.sched.DueTimers;
import dev.gmp.internal.sched.Execution;
import dev.gmp.internal.sched.FindRunnable;
import dev.gmp.internal.sched.HandOff;
import dev.gmp.internal.sched.IdlePriorityQueue;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.LockedMachines;
import dev.gmp.internal.sched.MachineParking;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sched.NetworkPoller;
import dev.gmp.internal.sched.ProcResize;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.sched.Readying;
import dev.gmp.internal.sched.ScheduleLoop;
import dev.gmp.internal.sched.Stealing;
import dev.gmp.internal.sched.TaskAcceptors;
import dev.gmp.internal.sched.TimerWaker;
import dev.gmp.internal.sched.UnstartedTasks;
import dev.gmp.internal.sched.VirtualExecution;
import dev.gmp.internal.sched.WakeUp;
import dev.gmp.internal.sched.YieldAndBlocking;
import dev.gmp.internal.spawn.GoroutineModes;
import dev.gmp.internal.util.ListenerList;
import dev.gmp.observe.SchedulerListener;

/** The parts that run goroutines, wired bottom up: the layers from the machines to their schedule loop. */
final class Core {

    final SchedulerState state;
    final OvertimePriority overtimePriority;
    final QuotaPacer quotaPacer;
    final MachinePool machines;
    final TimerWaker timerWaker;
    final Lifecycle lifecycle;
    final QueuePermits queuePermits;
    final WakeUp wakeUp;
    final ProcResize procResize;
    final NetworkPoller networkPoller;
    final HandOff handOff;
    final Readying readying;
    final IdlePriorityQueue idlePriorityQueue;
    final UnstartedTasks unstartedTasks;
    final DueTimers dueTimers;
    final YieldAndBlocking yieldAndBlocking;
    final ScheduleLoop loop;

    /**
     * @param cpuLimit what the processors pause for
     * @param overtimePriority that of machines without a processor
     * @param listeners what is told of single events
     * @param acceptors what accepts tasks beside the scheduler's own queues
     * @param verbs what a machine's thread does
     * @param machinesEnded called when the last machine has ended after termination, maybe more than once
     */
    Core(
            SchedulerState state,
            CpuLimitSource cpuLimit,
            OvertimePriority overtimePriority,
            ListenerList<SchedulerListener> listeners,
            TaskAcceptors acceptors,
            MachineVerbs verbs,
            Runnable machinesEnded) {
        SchedulerConfig config = state.config();
        GoroutineMode kind = GoroutineModes.resolve(config.goroutines());
        this.state = state;
        this.overtimePriority = overtimePriority;
        quotaPacer = new QuotaPacer(state.processors(), state.idle(), cpuLimit);
        timerWaker = new TimerWaker(state);
        machines = new MachinePool(state, verbs, machinesEnded, kind);
        lifecycle = new Lifecycle(state, machines, acceptors);
        queuePermits = new QueuePermits(config, lifecycle, listeners);
        wakeUp = new WakeUp(state, machines, timerWaker);
        timerWaker.wakeBy(wakeUp::wakeOne);
        procResize = new ProcResize(state, wakeUp);
        networkPoller = new NetworkPoller(state, wakeUp);
        handOff = new HandOff(state, machines, wakeUp, procResize, timerWaker, networkPoller, overtimePriority);
        readying = new Readying(state, wakeUp, handOff);
        idlePriorityQueue = new IdlePriorityQueue(state, wakeUp, queuePermits);
        unstartedTasks = new UnstartedTasks(
                state.processors(), state.queues(), machines, lifecycle, queuePermits, readying, idlePriorityQueue);
        yieldAndBlocking = new YieldAndBlocking(state, readying, handOff, quotaPacer);
        dueTimers = new DueTimers(state.clock(), state.processors(), state.idle(), lifecycle, timerWaker);
        MachineParking machineParking =
                new MachineParking(state, machines, timerWaker, networkPoller, lifecycle, wakeUp, handOff);
        Stealing stealing = new Stealing(state, wakeUp, dueTimers, networkPoller, quotaPacer);
        FindRunnable findRunnable =
                new FindRunnable(state, machineParking, wakeUp, stealing, dueTimers, idlePriorityQueue, quotaPacer);
        LockedMachines lockedMachines = new LockedMachines(state.queues(), machines, handOff, readying);
        Execution execution = new Execution(
                state,
                new DirectExecution(state, queuePermits, lifecycle, unstartedTasks),
                new VirtualExecution(state, readying, lifecycle, queuePermits, unstartedTasks),
                lockedMachines,
                listeners);
        loop = new ScheduleLoop(findRunnable, execution, lockedMachines, machineParking, overtimePriority);
    }
}
