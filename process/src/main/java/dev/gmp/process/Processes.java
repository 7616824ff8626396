package dev.gmp.process;

import dev.gmp.GmpScheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs processes on a scheduler: starts and cancels them, routes messages and completions to them, and shows their
 * states. Made by {@link #builder}; applications do not implement it.
 *
 * <p>Threading: all methods may be called from any thread. Only {@link #shutdown}, {@link #shutdownNow} and {@link
 * #close} block.
 *
 * <p>Order: messages from one sender to one process arrive in the order of the calls. Nothing is promised about several
 * senders, and completions and cancellations pass messages. Memory: what a thread does before it sends happens before
 * the step that gets the message. Fairness: a process gets a bounded number of messages before other processes have a
 * turn.
 *
 * <p>It does not close the scheduler. Close it before the scheduler: a process that a shut-down scheduler rejects ends
 * with that {@link java.util.concurrent.RejectedExecutionException}.
 *
 * @since 0.1
 */
public interface Processes extends AutoCloseable {

    /** Returns a builder of a runtime for processes on a scheduler. */
    static ProcessesBuilder builder(GmpScheduler scheduler) {
        return new ProcessesBuilder(scheduler);
    }

    /** The name in meters and log lines. */
    String name();

    /** The scheduler that the processes run on. */
    GmpScheduler scheduler();

    /** The names of the types, in the order of their registration. */
    Set<String> types();

    /**
     * Starts a process. The scheduler makes and initialises it; later failures show in its {@link #result}.
     *
     * @param type the name of a registered type
     * @param method one of its methods
     * @param input the argument of {@link Process#init}
     * @throws UnknownProcessException if the type is not registered, or has no such method
     * @throws java.util.concurrent.RejectedExecutionException after shutdown, or if {@code maxProcesses} have not ended
     */
    Pid submit(String type, String method, @Nullable Object input);

    /**
     * Sends a message without a sender, as {@link ProcessContext#send} does with one. Code of a process uses that one, which
     * names the sender.
     */
    SendResult send(Pid to, Object message);

    /** As {@link #send(Pid, Object)}, to a process of this runtime by its number. */
    SendResult send(long pid, Object message);

    /**
     * Delivers a message of another node to a process of this runtime.
     *
     * @param pid the number of the process on this node
     * @param sender a {@link RemotePid}; null if it is unknown
     */
    SendResult receive(long pid, @Nullable Pid sender, Object message);

    /**
     * Delivers a message in the name of a sender, which may be of another node.
     *
     * @param sender null if the message comes from outside of any process
     * @since 0.2.0
     */
    SendResult receive(Pid to, @Nullable Pid sender, Object message);

    /** Completes a yield with a result, so that the process can go on. */
    YieldResult completeYield(Pid pid, long tag, @Nullable Object result);

    /** Completes a yield with an error, so that the process can go on. */
    YieldResult failYield(Pid pid, long tag, Throwable error);

    /**
     * Asks a process to end, by an {@link Event.Cancel}. The process may go on. Further calls do nothing.
     *
     * @return false if the process has ended, or is not of this runtime
     */
    boolean cancel(Pid pid, String reason);

    /**
     * Ends a process without asking it. It gets no further step and is closed, and its result fails with a {@link
     * java.util.concurrent.CancellationException}.
     *
     * <p>A running step, or one about to run, is not interrupted: the process ends when that step returns. If that step
     * calls {@link StepOutput#done}, the process ends with its own result.
     *
     * @return false if the process has ended, or is not of this runtime
     */
    boolean end(Pid pid, String reason);

    /**
     * Ends a process as {@link #end} does if it is idle: no event waits for it, and none of its yields is under way. A worker
     * thread closes it soon after. An event that comes first keeps it alive.
     *
     * @return false if nothing was done: it is not idle, has ended, or is not of this runtime
     * @since 0.2.0
     */
    boolean endIfIdle(Pid pid, String reason);

    /**
     * The result of a process: the value of {@link StepOutput#done}, or a failure with what the process threw. It is
     * cancelled if the process was ended without asking. Dependent stages without an executor run on the worker thread
     * that ended the process. Each call returns a new future, so completing one has no effect on others.
     *
     * @throws IllegalArgumentException if the process is not of this runtime
     */
    CompletableFuture<@Nullable Object> result(Pid pid);

    /** The state of a process at this moment; empty if there is no live process with that number. */
    Optional<ProcessInfo> info(long pid);

    /** The address of a process; empty if there is no live process with that number. */
    Optional<Pid> find(long pid);

    /** The process with a registered name; empty if there is none. */
    Optional<Pid> find(String processName);

    /**
     * Gives a process a name, until the process ends.
     *
     * @return false if another process has that name, or this one has ended
     */
    boolean register(String processName, Pid pid);

    /**
     * Adds a process to a group, until it leaves or ends.
     *
     * @return false if the process has ended
     */
    boolean join(String group, Pid pid);

    /**
     * Removes a process from a group.
     *
     * @return false if it was not a member
     */
    boolean leave(String group, Pid pid);

    /** The present members of a group. */
    Set<Pid> members(String group);

    /**
     * Sends a message to all members of a group.
     *
     * @return the number of members whose mailbox took it
     */
    int broadcast(String group, Object message);

    /** The number of processes that have not ended. It locks the directory in parts, briefly. */
    int size();

    /**
     * The state of all processes. It visits each: a million take tens of milliseconds, and a submission may wait
     * briefly meanwhile.
     *
     * @param most the largest number of processes listed as the oldest, and as the deepest
     */
    default ProcessesSnapshot snapshot(int most) {
        return snapshot(most, Integer.MAX_VALUE);
    }

    /**
     * As {@link #snapshot(int)}, from a bounded number of processes, so that the cost does not grow with their number.
     * The numbers of live, started and ended processes are exact in any case. See {@link ProcessTypeSnapshot} for the
     * others.
     *
     * @param most the largest number of processes listed as the oldest, and as the deepest
     * @param examined the largest number of processes visited, 0 or more; if more are live, a sample of them
     */
    ProcessesSnapshot snapshot(int most, int examined);

    /**
     * Rejects new processes, asks all to end, and waits until they have ended or the limit is over. Processes that have
     * not ended go on. The method may be called again.
     *
     * @param limit the longest wait
     * @throws InterruptedException if the waiting thread is interrupted; all processes have been asked by then
     */
    ShutdownReport shutdown(Duration limit) throws InterruptedException;

    /**
     * Rejects new processes, ends all as {@link #end} does, and waits until they have ended or the limit is over. Only
     * processes whose step does not return are left then.
     *
     * @param limit the longest wait
     * @throws InterruptedException if the waiting thread is interrupted; all processes will end all the same
     */
    ShutdownReport shutdownNow(Duration limit) throws InterruptedException;

    /**
     * Shuts down: asks all processes to end, waits for {@link ProcessesBuilder#closeTimeout}, then ends those that are
     * left. It does not wait for steps that still run then; they are logged. If the waiting thread is interrupted, it
     * ends all at once.
     */
    @Override
    void close();
}
