package dev.gmp.process;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Runs processes on a scheduler: starts them, routes messages and completions to them, cancels them, and shows what they
 * do. All methods may be called from any thread, none blocks but {@link #shutdown}, {@link #shutdownNow}
 * and {@link #close}.
 *
 * <p>Order: what one sender sends to one process arrives in the order of the calls. Nothing is promised about several senders,
 * and completions and cancellations pass messages. Memory: what a thread does before it sends happens before the
 * step that gets it. Fairness: a process gets a bounded number of messages, then the others that wait have a turn.
 *
 * <p>It does not own the scheduler. Close this first: a process whose turn the scheduler refuses, since it has been shut down,
 * ends with that {@link java.util.concurrent.RejectedExecutionException}.
 */
public final class Processes implements Relay.Receiver, AutoCloseable {

    private static final System.Logger LOGGER = System.getLogger(Processes.class.getName());

    /** How long {@link #close} waits for those that it has ended, which only their running step may delay. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final String name;
    private final GmpScheduler scheduler;
    private final Directory directory;
    private final Names names = new Names();
    private final Lifetime lifetime;
    private final Map<String, RegisteredType> types = new LinkedHashMap<>();
    private final @Nullable Relay relay;
    private final Duration closeTimeout;
    private final LongAdder sentToEnded = new LongAdder();
    private final LongAdder sentToUnknown = new LongAdder();
    private final LongAdder strayCompletions = new LongAdder();

    Processes(ProcessesBuilder builder, GmpScheduler scheduler) {
        name = builder.name;
        this.scheduler = scheduler;
        relay = builder.relay;
        closeTimeout = builder.closeTimeout;
        directory = new Directory(builder.types.size(), builder.maxProcesses);
        lifetime = new Lifetime(scheduler, directory, names, builder.listener);
        Commands commands = new Commands(scheduler, builder.handlers);
        for (ProcessType type : builder.types.values()) {
            types.put(type.name(), new RegisteredType(type, types.size(), this, lifetime, commands));
        }
    }

    /** Sets out to build a runtime for processes on a scheduler. */
    public static ProcessesBuilder builder(GmpScheduler scheduler) {
        return new ProcessesBuilder(scheduler);
    }

    /** The name in meters and log lines. */
    public String name() {
        return name;
    }

    /** On which they run. */
    public GmpScheduler scheduler() {
        return scheduler;
    }

    /** The names of the types, in the order of their registration. */
    public Set<String> types() {
        return Collections.unmodifiableSet(types.keySet());
    }

    /**
     * Starts a process. It is made and initialised on the scheduler; from there on what goes wrong is told by its {@link #result}.
     *
     * @param type the name of a registered type
     * @param method one of its methods
     * @param input for {@link Process#init}
     * @throws UnknownProcessException if there is no such type, or it has no such method
     * @throws java.util.concurrent.RejectedExecutionException after shutdown, or when there are too many processes
     */
    public Pid submit(String type, String method, @Nullable Object input) {
        Goroutines.ensureStack();
        RegisteredType registered = types.get(type);
        if (registered == null) {
            throw new UnknownProcessException(
                    "no process type is called '%s'; there are %s".formatted(type, types.keySet()));
        }
        registered.requireMethod(method);
        ControlBlock block = new ControlBlock(registered, method, input);
        directory.add(block);
        lifetime.schedule(block);
        return block;
    }

    /** Sends a message from outside of any process. From inside, {@link ProcessContext#send} says who sends. */
    public SendResult send(Pid to, Object message) {
        return deliver(to, null, message);
    }

    /** The same by number. */
    public SendResult send(long pid, Object message) {
        return receive(pid, null, message);
    }

    @Override
    public SendResult receive(long pid, @Nullable Pid sender, Object message) {
        ControlBlock block = directory.find(pid);
        if (block != null) {
            return deliver(block, sender, message);
        }
        return counted(directory.wasIssued(pid) ? SendResult.ENDED : SendResult.UNKNOWN);
    }

    SendResult deliver(Pid to, @Nullable Pid sender, Object message) {
        Objects.requireNonNull(message, "message");
        if (!(to instanceof ControlBlock block)) {
            return relay == null
                    ? counted(SendResult.UNKNOWN)
                    : relay.send((RemotePid) Objects.requireNonNull(to, "to"), sender, message);
        }
        RegisteredType type = block.type();
        if (type.processes() != this) {
            return counted(SendResult.UNKNOWN);
        }
        Goroutines.ensureStack();
        SendResult result = type.offer(block, new Letter(sender, message));
        if (result == SendResult.DELIVERED) {
            if (block.wake(StateWord.MESSAGE)) {
                lifetime.schedule(block);
            }
            return result;
        }
        return counted(result);
    }

    /** Completes a yield: the process that is blocked on it goes on. */
    public YieldResult completeYield(Pid pid, long tag, @Nullable Object result) {
        return complete(pid, new Completion(tag), result, null);
    }

    /** The same with an error. */
    public YieldResult failYield(Pid pid, long tag, Throwable error) {
        return complete(pid, new Completion(tag), null, Objects.requireNonNull(error, "error"));
    }

    YieldResult complete(Pid pid, Completion completion, @Nullable Object result, @Nullable Throwable error) {
        YieldResult done = tryComplete(pid, completion, result, error);
        if (done != YieldResult.COMPLETED) {
            strayCompletions.increment();
        }
        return done;
    }

    private YieldResult tryComplete(
            Pid pid, Completion completion, @Nullable Object result, @Nullable Throwable error) {
        Goroutines.ensureStack();
        if (!(pid instanceof ControlBlock block) || block.processes() != this) {
            return YieldResult.UNKNOWN_PROCESS;
        }
        if (block.isComplete()) {
            return YieldResult.ENDED;
        }
        Extras extras = block.extrasOrNull();
        if (extras == null || !extras.yields().tryComplete(completion.tag())) {
            return YieldResult.UNKNOWN_TAG;
        }
        completion.fill(result, error);
        return control(block, completion) ? YieldResult.COMPLETED : YieldResult.ENDED;
    }

    /**
     * Asks a process to end, by an {@link Event.Cancel}. It decides how, and may go on. Asking again does nothing.
     *
     * @return false if it has ended already, or is none of this runtime's
     */
    public boolean cancel(Pid pid, String reason) {
        Goroutines.ensureStack();
        Objects.requireNonNull(reason, "reason");
        if (!(pid instanceof ControlBlock block) || block.processes() != this || block.isComplete()) {
            return false;
        }
        Notice notice = Notice.of(new Event.Cancel(reason)); // who is marked must get it
        return !block.tryMarkCancelled() || control(block, notice);
    }

    /**
     * Ends a process without asking it: it gets no further step, is closed, and its result fails with a {@link
     * java.util.concurrent.CancellationException}. A step that runs, or that is about to, is not interrupted; the process ends when it
     * returns, and with its own result if that step says that it is done.
     *
     * @return false if it has ended already, or is none of this runtime's
     */
    public boolean end(Pid pid, String reason) {
        Goroutines.ensureStack();
        Objects.requireNonNull(reason, "reason");
        return pid instanceof ControlBlock block && block.processes() == this && control(block, Notice.end(reason));
    }

    private boolean control(ControlBlock block, Notice notice) {
        if (!block.offerControl(notice)) {
            return false;
        }
        if (block.wake(StateWord.CONTROL)) {
            lifetime.schedule(block);
        }
        return true;
    }

    /**
     * The result of a process: what it was done with, or fails with what it threw. Cancelled if it was ended unasked. What depends
     * on it without an executor runs on the worker that ended the process. Each call makes a future; completing it changes nothing for others.
     *
     * @throws IllegalArgumentException if the process is none of this runtime's
     */
    public CompletableFuture<@Nullable Object> result(Pid pid) {
        return own(pid).result();
    }

    /** What a process does at this moment; empty if there is none with that number, or it has ended. */
    public Optional<ProcessInfo> info(long pid) {
        ControlBlock block = directory.find(pid);
        return block == null ? Optional.empty() : Optional.of(ProcessInfo.of(block, directory.seconds()));
    }

    /** The address of a process; empty if there is none with that number, or it has ended. */
    public Optional<Pid> find(long pid) {
        return Optional.ofNullable(directory.find(pid));
    }

    /** The process that has a name; empty if none has. */
    public Optional<Pid> find(String processName) {
        return names.find(processName);
    }

    /**
     * Gives a process a name, until it ends.
     *
     * @return false if another has that name, or this one has ended
     */
    public boolean register(String processName, Pid pid) {
        return names.register(Objects.requireNonNull(processName, "processName"), own(pid));
    }

    /** Makes a process a member of a group, until it leaves or ends. @return false if it has ended */
    public boolean join(String group, Pid pid) {
        return names.join(Objects.requireNonNull(group, "group"), own(pid));
    }

    /** @return false if it was no member */
    public boolean leave(String group, Pid pid) {
        return names.leave(Objects.requireNonNull(group, "group"), own(pid));
    }

    /** Who is in a group now. */
    public Set<Pid> members(String group) {
        return names.members(group);
    }

    /** Sends to all who are in a group now. @return how many it was delivered to */
    public int broadcast(String group, Object message) {
        int delivered = 0;
        for (Pid member : names.members(group)) {
            if (send(member, message) == SendResult.DELIVERED) {
                delivered++;
            }
        }
        return delivered;
    }

    /** How many processes have not ended. Locks the directory in parts, for a moment. */
    public int size() {
        return directory.size();
    }

    /**
     * What all processes do. It visits each: a million take some ten milliseconds, in which a submission may wait for one.
     *
     * @param most how many of the oldest and of the deepest are listed
     */
    public ProcessesSnapshot snapshot(int most) {
        Census census = new Census(types.values(), directory.seconds(), most);
        directory.census(census, census.ended());
        return census.snapshot(
                name, sentToEnded.sum(), sentToUnknown.sum(), strayCompletions.sum(), directory.isClosed());
    }

    /**
     * Refuses new processes, asks all to end, and waits until they have or the limit is over. Those that are left go on; it can be
     * called again.
     *
     * @throws InterruptedException if the waiting thread is interrupted; all have been asked by then
     */
    public ShutdownReport shutdown(Duration limit) throws InterruptedException {
        return new Shutdown(this, directory).cancelAll(limit, "shutdown");
    }

    /**
     * Refuses new processes, ends all as {@link #end} does, and waits until they have ended or the limit is over. Left are those
     * whose step does not return.
     *
     * @throws InterruptedException if the waiting thread is interrupted; all will end by then
     */
    public ShutdownReport shutdownNow(Duration limit) throws InterruptedException {
        return new Shutdown(this, directory).endAll(limit, "shutdown");
    }

    /**
     * Shuts down: asks all to end within the time that the builder was given, then ends those that are left. Does not wait for steps
     * that do not return then; they are logged. When the waiting thread is interrupted it ends all at once.
     */
    @Override
    public void close() {
        boolean interrupted = false;
        try {
            if (shutdown(closeTimeout).isComplete()) {
                return;
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        try {
            ShutdownReport report = shutdownNow(interrupted ? Duration.ZERO : GRACE);
            if (!report.isComplete()) {
                LOGGER.log(
                        System.Logger.Level.WARNING,
                        "%d processes of %s do not end: %s"
                                .formatted(report.left().size(), name, report.describeLeft()));
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private ControlBlock own(Pid pid) {
        if (pid instanceof ControlBlock block && block.processes() == this) {
            return block;
        }
        throw new IllegalArgumentException(pid + " is no process of " + name);
    }

    private SendResult counted(SendResult result) {
        if (result == SendResult.ENDED) {
            sentToEnded.increment();
        } else if (result == SendResult.UNKNOWN) {
            sentToUnknown.increment();
        }
        return result;
    }
}
