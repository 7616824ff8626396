package dev.gmp.internal.sched;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.util.KernelThread;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Lowers the kernel priority of machines that compute without a processor, so that those that hold one get a CPU at once.
 *
 * <p>NICE-1: a machine that holds a processor runs at normal priority.
 *
 * <pre>
 *     sysmon, having taken a processor           machine that notices it
 *  L1 priority NORMAL -> LOWERING             N1 lets its old queue go
 *  L2 still has its old queue?                N2 priority LOWERING? wait for L3
 *     no: -> NORMAL                           N3 LOWERED? raise it -> NORMAL; refused: it ends
 *  L3 yes: tell the kernel, -> LOWERED        N4 takes another processor
 * </pre>
 *
 * Either L2 sees N1, or N2 sees L1. A machine whose thread cannot be raised again takes no processor any more: it ends when
 * its goroutine has left it. So where the kernel raises nobody, only those are lowered whose goroutine can leave: virtual
 * ones. One that a goroutine is locked to is never lowered.
 *
 * <p>A new thread inherits the priority of its starter. So a machine with lowered priority starts no others, and sysmon does
 * it in its place; one that was born so, by another way, ends at once. Threads that are not ours, which a goroutine starts
 * while it is lowered, stay so.
 */
final class OvertimePriority {

    /** What the kernel does with priorities. */
    interface Kernel {

        /** The nice value of the calling thread. */
        int current();

        /** @return false if it is refused */
        boolean set(int kernelId, int nice);

        boolean mayRaise();
    }

    static final Kernel SYSTEM = new Kernel() {

        @Override
        public int current() {
            return KernelPriority.current();
        }

        @Override
        public boolean set(int kernelId, int nice) {
            return KernelPriority.set(kernelId, nice);
        }

        @Override
        public boolean mayRaise() {
            return KernelPriority.mayRaise();
        }
    };

    private static final System.Logger LOG = System.getLogger(OvertimePriority.class.getName());
    private static final AtomicBoolean SAID = new AtomicBoolean();
    private static final int UNKNOWN = Integer.MIN_VALUE;

    private final int steps;
    private final Kernel kernel;
    private final boolean mayRaise;

    /** Sysmon's, which is that of the machines it starts. Written by sysmon. */
    private volatile int normal = UNKNOWN;

    private final AtomicLong lowerings = new AtomicLong();

    /** @param steps by how much the nice value rises; 0 for never */
    OvertimePriority(int steps, Kernel kernel) {
        this.steps = steps;
        this.kernel = kernel;
        this.mayRaise = steps > 0 && kernel.mayRaise();
    }

    /** As it is set, where this JVM can do it. The first time in a JVM that it is set, the log says what comes of it. */
    static OvertimePriority of(SchedulerConfig config) {
        boolean available = config.overtimeNice() > 0 && KernelPriority.available();
        OvertimePriority priority = new OvertimePriority(available ? config.overtimeNice() : 0, SYSTEM);
        if (config.overtimeNice() > 0 && SAID.compareAndSet(false, true)) {
            LOG.log(System.Logger.Level.INFO, available ? priority.describe() : unavailable());
        }
        return priority;
    }

    static OvertimePriority never() {
        return new OvertimePriority(0, SYSTEM);
    }

    /** L1 to L3, after a processor was taken from a machine that computes. By sysmon. */
    void lower(Machine machine, LocalRunQueue<Goroutine> left, @Nullable Goroutine goroutine) {
        KernelThread thread = machine.kernelThread();
        boolean mayLower = goroutine instanceof VirtualGoroutine || mayRaise;
        if (steps == 0 || thread == null || goroutine == null || !mayLower) {
            return;
        }
        if (normal == UNKNOWN) {
            normal = kernel.current();
        }
        int low = Math.min(normal + steps, KernelPriority.LOWEST);
        if (low == normal || !machine.priority().tryBeginLowering()) {
            return; // nothing is lower, or a goroutine is locked to the machine
        }
        boolean lowered = false;
        try {
            lowered = machine.queue() == left && machine.currentAcquire() == goroutine && kernel.set(thread.id(), low);
        } finally {
            machine.priority().setLowered(lowered);
        }
        if (lowered) {
            lowerings.incrementAndGet();
        }
    }

    /** N2 and N3. By the machine, which has no processor and no queue. */
    void noticed(Machine machine) {
        if (steps > 0 && machine.priority().awaitLowered() && mayRaise) {
            raise(machine);
        }
    }

    /** Whether it takes no processor any more. By the machine. */
    boolean isLoweredForGood(Machine machine) {
        return !mayRaise && machine.priority().isLowered();
    }

    /** Before a new machine takes a processor. @return false if it was born with lowered priority and stays so */
    boolean isNormal(Machine newMachine) {
        if (steps == 0 || normal == UNKNOWN || kernel.current() <= normal) {
            return true;
        }
        newMachine.priority().setLowered(true);
        return raise(newMachine);
    }

    /** Times that a machine's priority was lowered. Any thread. */
    long lowerings() {
        return lowerings.get();
    }

    private boolean raise(Machine machine) {
        boolean raised = kernel.set(0, normal);
        machine.priority().setLowered(!raised);
        return raised;
    }

    private String describe() {
        String active =
                "a goroutine that computes without a processor has a nice value of " + steps + " more than others";
        return mayRaise
                ? active
                : active
                        + "; its thread ends afterwards, and direct goroutines are left alone, for raising the priority"
                        + " again needs CAP_SYS_NICE, or an RLIMIT_NICE";
    }

    private static String unavailable() {
        return "goroutines that compute without a processor keep their kernel priority, though overtime-nice is set; "
                + KernelPriority.reason();
    }
}
