package dev.gmp.simulation;

import java.util.List;
import org.objectweb.asm.Type;

/**
 * A mistake that is planted while classes are woven, to show that the simulation finds it: a call that is left out, an
 * answer that is made up, or a compare-and-set that is a look and then a write.
 */
enum Fault {
    NONE("", "", "", "", Kind.LEFT_OUT),

    /** PARK-1 without M3: a machine gives up its processor and does not look again, neither then nor before it parks. */
    NO_LOOK_AFTER_GIVING_UP(
            "sched/FindRunnable", "giveUp getProcessor", "sched/WakeUp", "workIsVisible", Kind.LEFT_OUT),

    /** PARK-1 without S3, from outside. */
    NO_WAKE_AFTER_SUBMISSION("spawn/Spawner", "acceptFromOutside", "sched/WakeUp", "afterPut", Kind.LEFT_OUT),

    /** PARK-1 without S3, from a goroutine. */
    NO_WAKE_AFTER_RUN_NEXT("sched/Readying", "readyNext", "sched/WakeUp", "afterRunNext", Kind.LEFT_OUT),

    /** The last that spins finds work and does not say so. */
    NO_WAKE_AFTER_SPINNING("sched/WakeUp", "stopSpinning", "sched/WakeUp", "wakeOne", Kind.LEFT_OUT),

    /** A machine parks and is counted as spinning still: nobody will be woken any more. */
    SPINNER_NOT_COUNTED_OUT("sched/FindRunnable", "giveUp", "gmp/SchedulerState", "stopSpinning", Kind.LEFT_OUT),

    /** OWNER-1: a thief moves the head without looking whether another one has. */
    CARELESS_STEAL("runq/RingRunQueue", "copyHalf", "VarHandle", "compareAndSet", Kind.CARELESS),

    /** The same with the newest first (STEAL-1). */
    CARELESS_STEAL_FROM_DEQUE("runq/LifoRunQueue", "claim", "VarHandle", "compareAndExchange", Kind.CARELESS),

    /** The last place of the ring: its owner and a thief take the same one. */
    CARELESS_POLL("runq/RingRunQueue", "pollOldest", "VarHandle", "compareAndSet", Kind.CARELESS),

    /** RETAKE-1: a machine and sysmon both have its processor to pass on. */
    PROCESSOR_TAKEN_TWICE("gmp/Processor", "tryTakeFrom", "VarHandle", "compareAndSet", Kind.CARELESS),

    /** Two take the same idle processor. */
    IDLE_PROCESSOR_TAKEN_TWICE(
            "idle/IdleProcessors",
            "take",
            "java/util/concurrent/atomic/AtomicLongArray",
            "compareAndSet",
            Kind.CARELESS),

    /** PARKED-1: an idle machine is woken with a processor, and has left by itself. */
    MACHINE_LEAVES_TWICE(
            "idle/ParkedStack$Entry",
            "leave",
            "java/util/concurrent/atomic/AtomicInteger",
            "compareAndSet",
            Kind.CARELESS),

    /** RETAKE-1: what a machine has queued after it lost its processor stays there. */
    LEFT_QUEUE_FORGOTTEN("sched/HandOff", "acknowledgeLoss", "sched/HandOff", "moveToGlobal", Kind.LEFT_OUT),

    /** A lane's consumers do not exclude each other. */
    LANE_WITHOUT_LOCK("runq/SubmissionLane", "drainTo", "util/SpinLock", "tryLock", Kind.ANSWERS_TRUE),

    /** QUIET-1: whoever looks for the end forgets timers. */
    TIMERS_FORGOTTEN_AT_THE_END(
            "sched/Lifecycle", "tryTerminate", "gmp/SchedulerState", "pendingTimers", Kind.LEFT_OUT),

    /** LIMIT-1: a machine parks where machines were short, and tells nobody. */
    NOBODY_TOLD_OF_FREE_MACHINE("sched/MachinePool", "parked", "java/lang/Runnable", "run", Kind.LEFT_OUT),

    /** RESIZE-1: a machine keeps a processor beyond the number when it finds nothing to do. */
    NOT_RETIRED("sched/HandOff", "putIdle", "sched/ProcResize", "putIdle", Kind.LEFT_OUT),

    /** GOROUTINE-1: a goroutine is readied while its machine writes that it waits. */
    CARELESS_WAIT("gmp/VirtualGoroutine", "tryWait", "VarHandle", "compareAndSet", Kind.CARELESS),

    /** TIME-1: whoever sets a timer tells nobody. */
    NOBODY_TOLD_OF_TIMER("timed/TimerSetting", "afterAdd", "sched/TimerWaker", "afterSet", Kind.LEFT_OUT);

    private enum Kind {
        LEFT_OUT,
        ANSWERS_TRUE,
        CARELESS
    }

    private static final String INTERNAL = "dev/gmp/internal/";

    private final String owner;
    private final String method;
    private final String calledType;
    private final String called;
    private final Kind kind;

    Fault(String owner, String method, String calledType, String called, Kind kind) {
        this.owner = INTERNAL + owner;
        this.method = method;
        this.calledType = calledType;
        this.called = called;
        this.kind = kind;
    }

    boolean isAt(String inClass, String inMethod, String type, String name) {
        return this != NONE
                && inClass.equals(owner)
                && List.of(method.split(" ")).contains(inMethod)
                && name.equals(called)
                && type.endsWith(calledType);
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
