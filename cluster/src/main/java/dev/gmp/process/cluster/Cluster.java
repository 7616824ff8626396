package dev.gmp.process.cluster;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * This node in a cluster. Made by {@link #builder}; applications do not implement it. Any thread may use it. Only {@link
 * #close} blocks.
 *
 * <p>The methods for names and groups throw {@link IllegalStateException} before {@link ClusterBuilder#start}.
 *
 * @since 0.2.0
 */
public interface Cluster extends AutoCloseable {

    /** Returns a builder of a node. */
    static ClusterBuilder builder(String name) {
        return new ClusterBuilder(name);
    }

    /** The name, which all nodes of the cluster have. */
    String name();

    /** The processes of this node. */
    Processes processes();

    /**
     * The process of a key, on the node that has it.
     *
     * @throws IllegalArgumentException if the type is not registered on this node, or the key is blank or too long
     */
    KeyedProcess process(String type, String key);

    /** The only process of a type made by {@link KeyedType#singleton}. */
    default KeyedProcess singleton(String type) {
        return process(type, KeyedType.SINGLETON_KEY);
    }

    /** Sends a message to any address, without a sender. See {@link KeyedProcess#send}. */
    SendResult send(Pid to, Object message);

    /** As {@link KeyedProcess#ask}, to any address. */
    <R> CompletableFuture<R> ask(Pid to, Object message, Class<R> answer, Duration timeout);

    /**
     * The address of a process of this node that is valid on all nodes. Addresses that are so already are returned as they
     * are.
     */
    Pid global(Pid pid);

    /**
     * Gives a process of this node a name in the cluster, until the process ends or its node goes. The decision waits until
     * this node takes part. A name that is lost while this node is cut off is logged.
     *
     * @return completes with false if another process has the name, or this one has ended. Fails with {@link
     *     java.util.concurrent.TimeoutException} if no majority of the nodes answers. While the cluster is divided, each part
     *     may give the name once
     * @throws IllegalArgumentException if it is the address of no process of this node
     */
    CompletionStage<Boolean> register(String processName, Pid pid);

    /** The process with a name in the cluster, as this node knows it now; null if it knows none. */
    @org.jspecify.annotations.Nullable
    Pid find(String processName);

    /**
     * Adds a process of this node to a group of the cluster, until it leaves or ends, or its node goes.
     *
     * @throws IllegalArgumentException if it is the address of no process of this node
     */
    void join(String group, Pid pid);

    /** Removes a process of this node from a group. Does nothing if it is no member, has ended, or is not of this node. */
    void leave(String group, Pid pid);

    /** The members of a group on all nodes, as this node knows them now. */
    Set<Pid> members(String group);

    /**
     * Sends a message to all members of a group.
     *
     * @return to how many members it is delivered or on its way
     */
    int broadcast(String group, Object message);

    /**
     * Whether this node runs the cluster's singleton of a type at this moment. False while this node stood still and is not
     * confirmed as a member yet.
     */
    boolean holdsSingleton(String type);

    /**
     * Tells a listener how long questions of this node took until their answers, of one in 64. The answer waits for it, so it
     * must be short. What it throws is logged.
     */
    void onRoundTrip(Consumer<Duration> listener);

    /** What this node knows of the cluster now. */
    ClusterSnapshot snapshot();

    /**
     * Leaves the cluster: hands its keys over to other nodes and stops, within {@link ClusterBuilder#shutdownTimeout}. The
     * processes without keys go on.
     */
    @Override
    void close();
}
