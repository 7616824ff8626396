package dev.gmp.process;

import dev.gmp.GmpScheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
 * <p>{@link #builder} makes one; applications do not implement it. It does not own the scheduler. Close this first: a process whose turn the scheduler refuses, since it has been shut down,
 * ends with that {@link java.util.concurrent.RejectedExecutionException}.
 *
 * @since 0.1
 */
public interface Processes extends Relay.Receiver, AutoCloseable {

    /** Sets out to build a runtime for processes on a scheduler. */
    static ProcessesBuilder builder(GmpScheduler scheduler) {
        return new ProcessesBuilder(scheduler);
    }

    /** The name in meters and log lines. */
    String name();

    /** On which they run. */
    GmpScheduler scheduler();

    /** The names of the types, in the order of their registration. */
    Set<String> types();

    /**
     * Starts a process. It is made and initialised on the scheduler; from there on what goes wrong is told by its {@link #result}.
     *
     * @param type the name of a registered type
     * @param method one of its methods
     * @param input for {@link Process#init}
     * @throws UnknownProcessException if there is no such type, or it has no such method
     * @throws java.util.concurrent.RejectedExecutionException after shutdown, or when there are too many processes
     */
    Pid submit(String type, String method, @Nullable Object input);

    /** Sends a message from outside of any process. From inside, {@link ProcessContext#send} names the sender. */
    SendResult send(Pid to, Object message);

    /** The same by number. */
    SendResult send(long pid, Object message);

    @Override
    SendResult receive(long pid, @Nullable Pid sender, Object message);

    /** Completes a yield: the process that is blocked on it goes on. */
    YieldResult completeYield(Pid pid, long tag, @Nullable Object result);

    /** The same with an error. */
    YieldResult failYield(Pid pid, long tag, Throwable error);

    /**
     * Asks a process to end, by an {@link Event.Cancel}. It decides how, and may go on. Asking again does nothing.
     *
     * @return false if it has ended already, or is none of this runtime's
     */
    boolean cancel(Pid pid, String reason);

    /**
     * Ends a process without asking it: it gets no further step, is closed, and its result fails with a {@link
     * java.util.concurrent.CancellationException}. A step that runs, or that is about to, is not interrupted. The process ends
     * when that step returns, and with its own result if the step says that it is done.
     *
     * @return false if it has ended already, or is none of this runtime's
     */
    boolean end(Pid pid, String reason);

    /**
     * The result of a process: what it was done with, or fails with what it threw. Cancelled if it was ended unasked. What depends
     * on it without an executor runs on the worker that ended the process. Each call makes a future; completing it changes nothing
     * for others.
     *
     * @throws IllegalArgumentException if the process is none of this runtime's
     */
    CompletableFuture<@Nullable Object> result(Pid pid);

    /** What a process does at this moment; empty if there is none with that number, or it has ended. */
    Optional<ProcessInfo> info(long pid);

    /** The address of a process; empty if there is none with that number, or it has ended. */
    Optional<Pid> find(long pid);

    /** The process that has a name; empty if none has. */
    Optional<Pid> find(String processName);

    /**
     * Gives a process a name, until it ends.
     *
     * @return false if another has that name, or this one has ended
     */
    boolean register(String processName, Pid pid);

    /**
     * Makes a process a member of a group, until it leaves or ends.
     *
     * @return false if it has ended
     */
    boolean join(String group, Pid pid);

    /** @return false if it was no member */
    boolean leave(String group, Pid pid);

    /** The members of a group now. */
    Set<Pid> members(String group);

    /**
     * Sends to all members of a group.
     *
     * @return how many it was delivered to
     */
    int broadcast(String group, Object message);

    /** How many processes have not ended. Locks the directory in parts, for a moment. */
    int size();

    /**
     * What all processes do. It visits each: a million take some ten milliseconds, in which a submission may wait for one.
     *
     * @param most how many of the oldest and of the deepest are listed
     */
    default ProcessesSnapshot snapshot(int most) {
        return snapshot(most, Integer.MAX_VALUE);
    }

    /**
     * The same from a bounded number of processes, so that it costs as much with ten as with a million. How many live, have
     * started and have ended is exact all the same. States, mailboxes, the oldest and the deepest are those of the processes
     * examined; steps and messages those of them and of all that have ended.
     *
     * @param most how many of the oldest and of the deepest are listed
     * @param examined how many processes it visits at the most, 0 or more; where more live, a sample of them
     */
    ProcessesSnapshot snapshot(int most, int examined);

    /**
     * Refuses new processes, asks all to end, and waits until they have or the limit is over. Those that are left go on; it can be
     * called again.
     *
     * @throws InterruptedException if the waiting thread is interrupted; all have been asked by then
     */
    ShutdownReport shutdown(Duration limit) throws InterruptedException;

    /**
     * Refuses new processes, ends all as {@link #end} does, and waits until they have ended or the limit is over. Left are those
     * whose step does not return.
     *
     * @throws InterruptedException if the waiting thread is interrupted; all will end by then
     */
    ShutdownReport shutdownNow(Duration limit) throws InterruptedException;

    /**
     * Shuts down: asks all to end within the time that the builder was given, then ends those that are left. Does not wait for steps
     * that do not return then; they are logged. When the waiting thread is interrupted it ends all at once.
     */
    @Override
    void close();
}
