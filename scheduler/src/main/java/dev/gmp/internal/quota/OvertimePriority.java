package dev.gmp.internal.quota;

import dev.gmp.config.OvertimePolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.util.DetachedLog;
import dev.gmp.internal.util.KernelThread;
import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Lowers the kernel priority of machines that compute without a processor, so that those that hold one get a CPU at
 * once.
 *
 * <p>NICE-1: a machine that holds a processor runs at normal priority. Only one that could not be raised, and runs a
 * direct goroutine, is brought a processor for what is left of it.
 *
 * <pre>
 *     sysmon, having taken a processor           machine that notices it
 *  L1 priority NORMAL -> LOWERING             N1 lets its old queue go
 *  L2 still has its old queue?                N2 priority LOWERING? wait for L3
 *     no: -> NORMAL                           N3 LOWERED? raise it -> NORMAL; refused: it ends
 *  L3 yes: tell the kernel, -> LOWERED        N4 takes another processor
 * </pre>
 *
 * Either L2 sees N1, or N2 sees L1. A machine whose thread cannot be raised again takes no other goroutine: it ends
 * when its goroutine has left it. So where the kernel raises no thread, only those are lowered whose goroutine can
 * leave: virtual ones. One that a goroutine is locked to, or that is bound for a section, is never lowered.
 *
 * <p>A new thread inherits the priority of its starter. So a machine with lowered priority starts no others, and sysmon
 * does it in its place; one that was born so, by another way, ends at once. Other threads of ours raise themselves
 * first ({@link dev.gmp.internal.util.ServiceThreads}). Other threads and processes that a goroutine starts while it is
 * lowered keep the priority and the CPUs, because nothing announces their start. The goroutine can bind the priority
 * meanwhile.
 */
public final class OvertimePriority {

    /** All that the classes of {@link dev.gmp.internal.jdk} call of Linux; docs/operate/containers.md says what follows where one is refused. */
    private static final String SYSTEM_CALLS =
            "getpriority, setpriority, sched_getaffinity, sched_setaffinity, sched_getattr and sched_setattr";

    private static final DetachedLog LOG = new DetachedLog(OvertimePriority.class, Level.INFO);
    private static final SafeLog NOT_ASKED =
            SafeLog.detached(OvertimePriority.class, Level.WARNING, "a system call for a thread's priority failed");
    private static final AtomicBoolean SAID = new AtomicBoolean();
    private static final int UNKNOWN = Integer.MIN_VALUE;

    private final int steps;
    private final OvertimeKernel kernel;
    private final boolean mayRaise;
    private final boolean mayLower;

    /** Sysmon's, which is that of the machines it starts. Written by sysmon. */
    private volatile int normal = UNKNOWN;

    /** Whether any thread was ever confined to a few CPUs. Set by sysmon before such a thread is known to be lowered. */
    private volatile boolean confines;

    private final AtomicLong lowerings = new AtomicLong();

    /** @param steps by how much the nice value rises; 0 for never */
    OvertimePriority(int steps, OvertimeKernel kernel) {
        this.steps = steps;
        this.kernel = kernel;
        KernelPriority.Trial trial =
                steps > 0 ? kernel.tryLowering(low(kernel.current())) : KernelPriority.Trial.REFUSES;
        this.mayRaise = trial == KernelPriority.Trial.MAY_RAISE;
        this.mayLower = trial != KernelPriority.Trial.REFUSES;
    }

    /** As it is set, where this JVM can do it. The first time in a JVM that it is set, the log says what comes of it. */
    public static OvertimePriority of(SchedulerConfig config) {
        boolean lowers = config.overtimePolicy() == OvertimePolicy.LOWER_PRIORITY;
        boolean available = lowers && KernelPriority.available();
        boolean isFirst = lowers && SAID.compareAndSet(false, true);
        if (isFirst && available) {
            sayWhatIsCalled();
        }
        OvertimePriority priority = new OvertimePriority(available ? config.overtimeNice() : 0, OvertimeKernel.SYSTEM);
        if (isFirst) {
            LOG.log(available ? priority.describe() : unavailable());
        }
        return priority;
    }

    /**
     * A filter of system calls may end the process at the first of them, and then no other word of it comes. So the caller itself
     * writes the line, and has done so before.
     */
    private static void sayWhatIsCalled() {
        try {
            System.getLogger(OvertimePriority.class.getName())
                    .log(
                            Level.INFO,
                            "the overtime policy is lower-priority, so this process now calls " + SYSTEM_CALLS
                                    + ". If it ends here, a filter of system calls has killed it: allow these calls, let the"
                                    + " filter refuse them by an error (in systemd: SystemCallErrorNumber=EPERM), or set"
                                    + " the overtime policy to keep-priority");
        } catch (Throwable fromLogging) {
            // Nothing is left to tell it to.
        }
    }

    public static OvertimePriority never() {
        return new OvertimePriority(0, OvertimeKernel.SYSTEM);
    }

    /**
     * Lets sysmon, which calls it, interrupt others: they keep it from seeing which of them block. Throws nothing.
     *
     * @return whether the kernel lets it
     */
    public boolean tryInterrupting() {
        try {
            return steps > 0 && kernel.shortenSlice();
        } catch (Throwable failure) {
            NOT_ASKED.log(failure);
            return false;
        }
    }

    /**
     * L1 to L3, after a processor was taken from a machine that computes. By sysmon.
     *
     * @param cpus the number of CPUs that the quota is worth, {@link Integer#MAX_VALUE} without one. All machines in
     *     overtime share that many, so that the quota lasts for the others. When it is used up, the kernel stops all of
     *     them
     */
    public void lower(Machine machine, LocalRunQueue<Goroutine> left, @Nullable Goroutine goroutine, int cpus) {
        KernelThread thread = machine.kernelThread();
        if (thread == null || goroutine == null || !mayLower(goroutine)) {
            return;
        }
        if (normal == UNKNOWN) {
            normal = kernel.current();
        }
        int low = low(normal);
        if (low == normal || !machine.priority().tryBeginLowering()) {
            return; // nothing is lower, or the machine is bound
        }
        boolean lowered = false;
        try {
            lowered = machine.queue() == left && machine.currentAcquire() == goroutine && kernel.set(thread.id(), low);
            if (lowered && kernel.confine(thread.id(), cpus)) {
                confines = true;
            }
        } finally {
            machine.priority().setLowered(lowered);
        }
        if (lowered) {
            lowerings.incrementAndGet();
        }
    }

    /** N2 and N3. By the machine, which has no processor and no queue. */
    public void noticed(Machine machine) {
        if (steps > 0 && machine.priority().awaitLowered() && mayRaise) {
            raise(machine);
        }
    }

    /** Whether the machine takes no processor again. By the machine. */
    public boolean isLoweredForGood(Machine machine) {
        return !mayRaise && machine.priority().isLowered();
    }

    /** Before a new machine takes a processor. @return false if it was born with lowered priority and stays so */
    public boolean isNormal(Machine newMachine) {
        if (steps == 0 || normal == UNKNOWN || currentOrNormal() <= normal) {
            return true;
        }
        newMachine.priority().setLowered(true);
        return raise(newMachine);
    }

    /** Times that a machine's priority was lowered. Any thread. */
    public long lowerings() {
        return lowerings.get();
    }

    private boolean mayLower(Goroutine goroutine) {
        return mayLower && (mayRaise || goroutine instanceof VirtualGoroutine);
    }

    private int low(int from) {
        return Math.min(from + steps, KernelPriority.LOWEST_NICE);
    }

    /** Throws nothing: the caller has a processor, or a goroutine that no other thread knows of. */
    private boolean raise(Machine machine) {
        boolean raised = false;
        try {
            raised = kernel.set(0, normal) && (!confines || kernel.release());
        } catch (Throwable failure) {
            NOT_ASKED.log(failure);
        }
        machine.priority().setLowered(!raised);
        return raised;
    }

    /** The caller's; the normal one where the kernel cannot be asked, lest no new machine ever keep its processor. */
    private int currentOrNormal() {
        try {
            return kernel.current();
        } catch (Throwable failure) {
            NOT_ASKED.log(failure);
            return normal;
        }
    }

    private String describe() {
        if (!mayLower) {
            return "goroutines in overtime keep their kernel priority, although the overtime policy is lower-priority:"
                    + " the kernel refuses to change it";
        }
        String active = "a goroutine in overtime has a nice value of " + steps + " more than others";
        return mayRaise
                ? active
                : active
                        + "; its thread ends afterwards, and direct goroutines keep their priority, because to raise a"
                        + " priority again needs CAP_SYS_NICE or an RLIMIT_NICE";
    }

    private static String unavailable() {
        return "goroutines in overtime keep their kernel priority, although the overtime policy is lower-priority: "
                + KernelPriority.reason();
    }
}
