package dev.gmp.process.internal.controlblock;

import dev.gmp.observe.DescribedTask;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessInfo;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.internal.mailbox.Mailbox;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the runtime knows of one process: its address, its mailbox, and the task that the scheduler runs, all in
 * one object, because a million of them may wait. Its owner: while READY the thread that schedules it, while RUNNING its
 * worker, otherwise none.
 */
public final class ControlBlock extends Mailbox implements Pid, ProcessContext, Runnable, DescribedTask {

    private static final VarHandle OUTCOME;
    private static final VarHandle EXTRAS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OUTCOME = lookup.findVarHandle(ControlBlock.class, "outcome", Object.class);
            EXTRAS = lookup.findVarHandle(ControlBlock.class, "extras", Extras.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RegisteredType type;

    /** Set by the directory, before other threads see it. */
    private long number;

    private int startedSeconds;

    /** The next in its chain. Guarded by the directory's shard. */
    private @Nullable ControlBlock nextInChain;

    /** The owner's: a {@link Start} before the process is made, the process, and null after its end. */
    private @Nullable Object body;

    private volatile @Nullable Extras extras;

    /** Null; or those that wait for the end, a {@link Waiter}; or, at last, the {@link Outcome}. */
    private volatile @Nullable Object outcome;

    /** How often it was stepped, and with how many messages. Written by the owner; others may read a little late. */
    private long steps;

    private long messages;

    public ControlBlock(RegisteredType type, String method, @Nullable Object input) {
        this.type = type;
        this.body = new Start(method, input);
    }

    public record Start(String method, @Nullable Object input) {}

    public RegisteredType type() {
        return type;
    }

    public Host host() {
        return type.host();
    }

    public void register(long ownNumber, int seconds) {
        number = ownNumber;
        startedSeconds = seconds;
    }

    @Override
    public long number() {
        return number;
    }

    /** By the directory, under the lock of its shard. */
    public @Nullable ControlBlock nextInChain() {
        return nextInChain;
    }

    public void setNextInChain(@Nullable ControlBlock next) {
        nextInChain = next;
    }

    public int startedSeconds() {
        return startedSeconds;
    }

    public long steps() {
        return steps;
    }

    public long messages() {
        return messages;
    }

    public void countStep(int messagesOfStep) {
        steps++;
        messages += messagesOfStep;
    }

    public ProcessInfo info(int nowSeconds) {
        return new ProcessInfo(
                number,
                type.name(),
                state(),
                Duration.ofSeconds(Math.max(0, nowSeconds - startedSeconds)),
                estimatedDepth(),
                steps,
                messages);
    }

    /** A slice of its life, on a goroutine. */
    @Override
    public void run() {
        type.host().run(this);
    }

    /** By the owner. */
    public @Nullable Object body() {
        return body;
    }

    public void setBody(@Nullable Object now) {
        body = now;
    }

    public Extras extras() {
        Extras known = extras;
        if (known != null) {
            return known;
        }
        Extras made = new Extras();
        Extras witness = (Extras) EXTRAS.compareAndExchange(this, null, made);
        return witness == null ? made : witness;
    }

    public @Nullable Extras extrasOrNull() {
        return extras;
    }

    /** By the owner; an estimate by other threads. */
    public boolean isAnyYieldUnderWay() {
        Extras known = extras;
        return known != null && known.yields().isAnyUnderWay();
    }

    /** A future that is told of the end; complete if it has ended. */
    public CompletableFuture<@Nullable Object> result() {
        CompletableFuture<@Nullable Object> told = new CompletableFuture<>();
        while (true) {
            Object now = outcome;
            if (now instanceof Outcome known) {
                known.tell(told);
                return told;
            }
            if (OUTCOME.compareAndSet(this, now, Waiter.before((Waiter) now, told))) {
                return told;
            }
        }
    }

    /** Whether its result is known, and none of its code runs. */
    public boolean hasEnded() {
        return outcome instanceof Outcome;
    }

    /** By the owner, once. */
    public void tell(Outcome known) {
        Waiter.tellAll((Waiter) OUTCOME.getAndSet(this, known), known);
    }

    @Override
    public Pid self() {
        return this;
    }

    @Override
    public SendResult send(Pid to, Object message) {
        return type.host().deliver(to, this, message);
    }

    @Override
    public Processes processes() {
        return type.host().processes();
    }

    @Override
    public Class<?> taskClass() {
        Object known = body;
        return known == null || known instanceof Start ? Process.class : known.getClass();
    }

    @Override
    public String taskKind() {
        return type.name();
    }

    @Override
    public String toString() {
        return "process " + number + " (" + type.name() + ")";
    }
}
