package dev.gmp.process.cluster.internal.wire;

import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import org.jspecify.annotations.Nullable;

/** What one node tells another. Addresses in it are {@link KeyedPid} and {@link dev.gmp.process.RemotePid}. */
public sealed interface Frame {

    /**
     * A message as bytes. Made by the thread that sends, so that what cannot be written or is too large is its error.
     *
     * @param name the name of its class
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Body(String name, byte[] bytes) {}

    /**
     * A message to the process of a key.
     *
     * @param hops by how many nodes it was forwarded
     */
    record ToKey(KeyedPid to, @Nullable Pid sender, Body body, int hops) implements Frame {}

    /** A message to a process by its number, or the answer to a question by the question's. */
    record ToNumber(long number, @Nullable Pid sender, Body body) implements Frame {}

    /** The request to end a keyed process. */
    record Cancel(KeyedPid to, String reason) implements Frame {}

    /**
     * A message of a process, or a question, reached no process.
     *
     * @param sender what had sent it
     */
    record Lost(Pid sender, Pid to, SendResult reason) implements Frame {}

    /** The node that sends it owns the shard. */
    record Located(String type, int shard) implements Frame {}

    /** The node that sends it does not own the shard. */
    record NotHere(String type, int shard) implements Frame {}
}
