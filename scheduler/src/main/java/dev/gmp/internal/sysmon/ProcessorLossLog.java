package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.util.SpinLock;
import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.LoggedName;
import dev.gmp.observe.ProcessorLoss;
import dev.gmp.observe.ProcessorLoss.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The last processors that sysmon has taken, and from which machines; also what yields again and again. Each kind has its own
 * entries: thousands of tasks that block must not push out the one that computes. Sysmon alone adds; any thread reads.
 */
public final class ProcessorLossLog {

    /** Kept of each kind. */
    static final int MOST = 32;

    /** Sampling a stack stops its thread for a moment, so there are no more than four a second of each kind. */
    private static final long STACK_INTERVAL_NANOS = 250_000_000;

    /** The limit while a recording runs, which pays for that. */
    private static final long RECORDED_STACK_INTERVAL_NANOS = 10_000_000;

    private final Map<Kind, Deque<Loss>> losses = new EnumMap<>(Kind.class);

    /** Guards the queues. Sysmon takes it (LOCK-1, in {@link dev.gmp.internal.sched.MachinePool}). */
    private final SpinLock lock = new SpinLock();

    private final Executor stackSampler;

    /** Sysmon's own. */
    private final Map<Kind, Long> lastStacks = new EnumMap<>(Kind.class);

    /** @param stackSampler runs the sampling of stacks; may drop samples */
    public ProcessorLossLog(Executor stackSampler) {
        this.stackSampler = stackSampler;
    }

    /**
     * A machine has lost its processor and does not know yet, or what it runs yields again and again.
     *
     * @param goroutine what it ran
     * @param ranNanos for how long, or how long its processor has seen such yields
     * @param probe was told, and may want the stack
     */
    void add(Kind kind, int processor, Machine machine, Goroutine goroutine, long ranNanos, long now, Probe probe) {
        Loss loss = new Loss(
                Instant.now(),
                kind,
                processor,
                machine,
                new Ran(nameOf(goroutine.taskClass()), goroutine.labels(), ranNanos),
                new AtomicReference<>(List.of()));
        lock.lock();
        try {
            Deque<Loss> ofKind = losses.computeIfAbsent(kind, first -> new ArrayDeque<>(MOST));
            if (ofKind.size() == MOST) {
                ofKind.removeLast();
            }
            ofKind.addFirst(loss);
        } finally {
            lock.unlock();
        }
        if (isStackDue(kind, now, probe.wantsStacks() ? RECORDED_STACK_INTERVAL_NANOS : STACK_INTERVAL_NANOS)) {
            lastStacks.put(kind, now);
            stackSampler.execute(() -> sample(loss, goroutine, probe));
        }
    }

    private static void sample(Loss loss, Goroutine goroutine, Probe probe) {
        List<StackTraceElement> stack = loss.kind() == Kind.YIELDS && goroutine instanceof VirtualGoroutine yielding
                ? yieldOf(yielding)
                : stack(loss.machine(), goroutine);
        if (probe.wantsStacks() && !stack.isEmpty()) {
            probe.seesStack(loss.machine(), goroutine, stack);
        }
        loss.stack().set(stack);
    }

    /** The latest first. */
    public List<ProcessorLoss> all() {
        List<Loss> all = new ArrayList<>();
        lock.lock();
        try {
            losses.values().forEach(all::addAll);
        } finally {
            lock.unlock();
        }
        return all.stream()
                .sorted(Comparator.comparing(Loss::time).reversed())
                .map(Loss::describe)
                .toList();
    }

    private boolean isStackDue(Kind kind, long now, long interval) {
        Long last = lastStacks.get(kind);
        return last == null || now - last >= interval;
    }

    /** A text, because a kept object must not keep the class loader of an application alive. */
    private static @Nullable String nameOf(@Nullable Class<?> task) {
        return task == null ? null : DescribedTask.nameOf(task);
    }

    /** Nothing when the machine is at something else by now. */
    private static List<StackTraceElement> stack(Machine machine, Goroutine goroutine) {
        List<StackTraceElement> stack = ThreadActivity.stack(machine);
        return machine.currentAcquire() == goroutine
                ? stack.subList(0, Math.min(stack.size(), ProcessorLoss.MOST_FRAMES))
                : List.of();
    }

    /** It is hardly ever on a machine: where it stands off one. Nothing when it is at something else than a yield by now. */
    private static List<StackTraceElement> yieldOf(VirtualGoroutine goroutine) {
        Thread thread = goroutine.thread();
        List<StackTraceElement> stack = thread == null ? List.of() : List.of(thread.getStackTrace());
        return stack.stream().anyMatch(ProcessorLossLog::isYield)
                ? stack.subList(0, Math.min(stack.size(), ProcessorLoss.MOST_FRAMES))
                : List.of();
    }

    private static boolean isYield(StackTraceElement frame) {
        return frame.getMethodName().equals("yield") && frame.getClassName().equals(Thread.class.getName());
    }

    /** What the machine ran, and for how long. */
    private record Ran(@Nullable String task, @Nullable Labels labels, long nanos) {}

    private record Loss(
            Instant time,
            Kind kind,
            int processor,
            Machine machine,
            Ran ran,
            AtomicReference<List<StackTraceElement>> stack) {

        ProcessorLoss describe() {
            return new ProcessorLoss(
                    time,
                    kind,
                    processor,
                    machine.number(),
                    LoggedName.of(machine.thread().getName()),
                    ran.task(),
                    ran.labels() == null ? Map.of() : ran.labels().asMap(),
                    Duration.ofNanos(ran.nanos()),
                    stack.get());
        }
    }
}
