package dev.gmp.process;

import dev.gmp.observe.DescribedTask;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the runtime knows of one process: its address, its mailbox, and the task that the scheduler runs, all in
 * one object, because a million of them may wait. Who owns it: while READY the one who schedules it, while RUNNING its
 * worker, otherwise nobody.
 */
final class ControlBlock extends Mailbox implements Pid, ProcessContext, Runnable, DescribedTask {

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

    /** Set by the directory, before anybody else sees it. */
    private long number;

    private int startedSeconds;

    /** The next in its chain. Guarded by the directory's shard. */
    @Nullable
    ControlBlock nextInChain;

    /** The owner's: a {@link Start} before the process is made, the process, and null after its end. */
    private @Nullable Object body;

    private volatile @Nullable Extras extras;

    /** Null; or the future of those who wait for the end; or, at last, the {@link Outcome}. */
    private volatile @Nullable Object outcome;

    /** How often it was stepped, and with how many messages. Written by the owner; others may read a little late. */
    private long steps;

    private long messages;

    ControlBlock(RegisteredType type, String method, @Nullable Object input) {
        this.type = type;
        this.body = new Start(method, input);
    }

    /** How it was submitted. */
    record Start(String method, @Nullable Object input) {}

    RegisteredType type() {
        return type;
    }

    void register(long ownNumber, int seconds) {
        number = ownNumber;
        startedSeconds = seconds;
    }

    @Override
    public long number() {
        return number;
    }

    int startedSeconds() {
        return startedSeconds;
    }

    long steps() {
        return steps;
    }

    long messages() {
        return messages;
    }

    void countStep(int messagesOfStep) {
        steps++;
        messages += messagesOfStep;
    }

    /** A slice of its life, on a goroutine. */
    @Override
    public void run() {
        Slice.run(this);
    }

    /** By the owner. */
    @Nullable
    Object body() {
        return body;
    }

    void setBody(@Nullable Object now) {
        body = now;
    }

    Extras extras() {
        Extras known = extras;
        if (known != null) {
            return known;
        }
        Extras made = new Extras();
        Extras witness = (Extras) EXTRAS.compareAndExchange(this, null, made);
        return witness == null ? made : witness;
    }

    @Nullable
    Extras extrasOrNull() {
        return extras;
    }

    /** Where one who waits for the end is told; complete if it has ended. */
    CompletableFuture<@Nullable Object> result() {
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

    /** Whether its result is known: nothing of it runs any more. */
    boolean hasEnded() {
        return outcome instanceof Outcome;
    }

    /** By the owner, once. */
    void tell(Outcome known) {
        Waiter.tellAll((Waiter) OUTCOME.getAndSet(this, known), known);
    }

    @Override
    public Pid self() {
        return this;
    }

    @Override
    public SendResult send(Pid to, Object message) {
        return type.processes().deliver(to, this, message);
    }

    @Override
    public Pid submit(String typeName, String method, @Nullable Object input) {
        return type.processes().submit(typeName, method, input);
    }

    @Override
    public Processes processes() {
        return type.processes();
    }

    @Override
    public Class<?> taskClass() {
        Object known = body;
        return known == null || known instanceof Start ? Process.class : known.getClass();
    }

    @Override
    public String toString() {
        return "process " + number + " (" + type.name() + ")";
    }
}
