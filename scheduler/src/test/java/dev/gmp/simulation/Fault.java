package dev.gmp.simulation;

import static dev.gmp.simulation.NamedMethods.hidden;
import static dev.gmp.simulation.NamedMethods.hiddenBeside;
import static dev.gmp.simulation.NamedMethods.method;
import static dev.gmp.simulation.NamedMethods.ofJdk;

import dev.gmp.internal.channel.Selection;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.IdleSets;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.idle.IdleProcessors;
import dev.gmp.internal.idle.ParkedStack;
import dev.gmp.internal.runq.BacklogQueue;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LifoRunQueue;
import dev.gmp.internal.runq.RingRunQueue;
import dev.gmp.internal.sched.HandOff;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.MachineParking;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sched.PoolDuties;
import dev.gmp.internal.sched.ProcResize;
import dev.gmp.internal.sched.Readying;
import dev.gmp.internal.sched.TimerWaker;
import dev.gmp.internal.sched.WakeUp;
import dev.gmp.internal.spawn.Spawner;
import dev.gmp.internal.sysmon.Overload;
import dev.gmp.internal.timed.TimerSetting;
import dev.gmp.internal.util.Occupancy;
import dev.gmp.internal.util.SpinLock;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A mistake that a run can make, to show that the simulation finds it: a call that is left out, an answer that is made up,
 * or a compare-and-set that is a look and then a write. Woven classes have all of them, and a run makes at most one.
 */
enum Fault {
    NONE,

    /** PARK-1 without M3: a machine gives up its processor and does not look again, neither then nor before it parks. */
    NO_LOOK_AFTER_GIVING_UP(
            hidden(MachineParking.class, "goIdle", "getProcessor"), method(WakeUp::workIsVisible), Kind.LEFT_OUT),

    /** PARK-1 without S3, from outside. */
    NO_WAKE_AFTER_SUBMISSION(hidden(Spawner.class, "acceptFromOutside"), method(WakeUp::afterPut), Kind.LEFT_OUT),

    /** PARK-1 without S3, from a goroutine. */
    NO_WAKE_AFTER_RUN_NEXT(method(Readying::readyNext), hidden(WakeUp.class, "afterRunNext"), Kind.LEFT_OUT),

    /** The last that spins finds work and does not say so. */
    NO_WAKE_AFTER_SPINNING(hidden(WakeUp.class, "stopSpinning"), method(WakeUp::wakeOne), Kind.LEFT_OUT),

    /** A machine parks and is counted as spinning still: none will be woken any more. */
    SPINNER_NOT_COUNTED_OUT(hidden(MachineParking.class, "goIdle"), method(IdleSets::stopSpinning), Kind.LEFT_OUT),

    /** OWNER-1: a thief moves the head without looking whether another one has. */
    CARELESS_STEAL(hidden(RingRunQueue.class, "copyHalf"), ofJdk(VarHandle.class, "compareAndSet"), Kind.CARELESS),

    /** The same with the newest first (STEAL-1). */
    CARELESS_STEAL_FROM_DEQUE(
            hidden(LifoRunQueue.class, "claim"), ofJdk(VarHandle.class, "compareAndExchange"), Kind.CARELESS),

    /** CLAIM-1: two channels both hand a value to a select, or take one from it. */
    SELECT_CHOSEN_TWICE(hidden(Selection.class, "tryChoose"), ofJdk(VarHandle.class, "compareAndSet"), Kind.CARELESS),

    /** The last place of the ring: its owner and a thief take the same one. */
    CARELESS_POLL(method(RingRunQueue<Goroutine>::pollOldest), ofJdk(VarHandle.class, "compareAndSet"), Kind.CARELESS),

    /** RETAKE-1: a machine and sysmon both have its processor to pass on. */
    PROCESSOR_TAKEN_TWICE(method(Processor::tryTakeFrom), ofJdk(VarHandle.class, "compareAndSet"), Kind.CARELESS),

    /** Two take the same idle processor. */
    IDLE_PROCESSOR_TAKEN_TWICE(method(IdleProcessors::take), method(AtomicLongArray::compareAndSet), Kind.CARELESS),

    /** PARKED-1: an idle machine is woken with a processor, and has left by itself. */
    MACHINE_LEAVES_TWICE(hidden(ParkedStack.Entry.class, "leave"), method(AtomicInteger::compareAndSet), Kind.CARELESS),

    /** RETAKE-1: what a machine has queued after it lost its processor stays there. */
    LEFT_QUEUE_FORGOTTEN(hidden(HandOff.class, "acknowledgeLoss"), method(HandOff::moveToGlobal), Kind.LEFT_OUT),

    /** A lane's consumers do not exclude each other. */
    LANE_WITHOUT_LOCK(
            hiddenBeside(GlobalRunQueue.class, "SubmissionLane", "drainTo"),
            method(SpinLock::tryLock),
            Kind.ANSWERS_TRUE),

    /** MASK-1: a lane's first element sets no bit. */
    LANE_NOT_MARKED(
            hiddenBeside(GlobalRunQueue.class, "SubmissionLane", "mark"), method(Occupancy::set), Kind.LEFT_OUT),

    /** MASK-1: the bit of a lane is cleared beside a thread that puts. */
    LANE_UNMARKED_WITHOUT_LOCK(
            hiddenBeside(GlobalRunQueue.class, "SubmissionLane", "unmarkIfEmpty"),
            method(SpinLock::tryLock),
            Kind.ANSWERS_TRUE),

    /** MASK-1: two change bits of one word, and one of them is lost. */
    CARELESS_MARK(method(Occupancy::set), method(AtomicLongArray::compareAndSet), Kind.CARELESS),

    /** What is deferred under overload is in no queue any more. */
    DEFERRED_FORGOTTEN(hidden(Overload.class, "defer"), method(BacklogQueue<Goroutine>::addAll), Kind.LEFT_OUT),

    /** What comes back from the backlog is in no queue any more. */
    BROUGHT_BACK_AND_LOST(
            hidden(Overload.class, "bringBack"), method(GlobalRunQueue<Goroutine>::addAll), Kind.LEFT_OUT),

    /** QUIET-1: the check for the end forgets timers. */
    TIMERS_FORGOTTEN_AT_THE_END(method(Lifecycle::tryTerminate), method(Processors::pendingTimers), Kind.LEFT_OUT),

    /** LIMIT-1: a machine parks where machines were short, and tells none. */
    NONE_TOLD_OF_FREE_MACHINE(hidden(MachinePool.class, "parked"), method(PoolDuties::lookForWork), Kind.LEFT_OUT),

    /** RESIZE-1: a machine keeps a processor beyond the number when it finds nothing to do. */
    NOT_RETIRED(hidden(HandOff.class, "putIdle"), method(ProcResize::putIdle), Kind.LEFT_OUT),

    /** GOROUTINE-1: a goroutine is readied while its machine writes that it waits. */
    CARELESS_WAIT(method(VirtualGoroutine::tryWait), ofJdk(VarHandle.class, "compareAndSet"), Kind.CARELESS),

    /** TIME-1: the setter of a timer tells none. */
    NONE_TOLD_OF_TIMER(hidden(TimerSetting.class, "afterAdd"), method(TimerWaker::afterSet), Kind.LEFT_OUT);

    private enum Kind {
        LEFT_OUT,
        ANSWERS_TRUE,
        CARELESS
    }

    private final @Nullable NamedMethods in;
    private final @Nullable NamedMethods call;
    private final Kind kind;

    Fault() {
        in = null;
        call = null;
        kind = Kind.LEFT_OUT;
    }

    /** @param in where the fault is planted @param call which calls there it changes */
    Fault(NamedMethods in, NamedMethods call, Kind kind) {
        this.in = in;
        this.call = call;
        this.kind = kind;
    }

    /** @return the fault that changes a call, or null */
    static @Nullable Fault at(String inClass, String inMethod, String type, String name) {
        for (Fault each : values()) {
            if (each.in != null && each.in.include(inClass, inMethod) && each.call.include(type, name)) {
                return each;
            }
        }
        return null;
    }

    boolean isCareless() {
        return kind == Kind.CARELESS;
    }

    boolean answersTrue() {
        return kind == Kind.ANSWERS_TRUE;
    }

    /** Arguments as {@link Hooks} declares them: numbers as they are, everything else as an object. */
    String generalised(String shape) {
        StringBuilder general = new StringBuilder();
        for (Type each : Type.getArgumentTypes(shape)) {
            boolean primitive = each.getSort() < Type.ARRAY;
            general.append(primitive ? each.getDescriptor() : "Ljava/lang/Object;");
        }
        return general + ")" + Type.getReturnType(shape).getDescriptor();
    }
}
