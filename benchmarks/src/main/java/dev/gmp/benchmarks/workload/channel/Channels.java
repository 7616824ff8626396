package dev.gmp.benchmarks.workload.channel;

import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;

/** Makes channels as a peer has them, and starts what runs on them. */
public interface Channels {
    /** @param capacity 0: without room */
    Object newChannel(int capacity);

    /** Sends to one that {@link #newChannel} has made, and receives from it. */
    Port portOf(Object channel);

    /** Receives from any of several. For one receiver. */
    Port anyOf(List<Object> channels);

    /** Runs all steps, on a thread or a coroutine of its own. */
    void start(Routine routine);

    /** @throws IllegalArgumentException if the peer has no channels */
    static Channels of(Peer peer, RunningPeer running) {
        return switch (peer) {
            case GMP_CHANNEL -> new GmpChannels(running.threads());
            case GMP_SYNCHRONOUS, VIRTUAL_SYNCHRONOUS ->
                new QueueChannels(running.threads(), capacity -> new SynchronousQueue<>());
            case GMP_ARRAY, VIRTUAL_ARRAY -> new QueueChannels(running.threads(), ArrayBlockingQueue::new);
            case GMP_TRANSFER, VIRTUAL_TRANSFER ->
                new QueueChannels(running.threads(), capacity -> new LinkedTransferQueue<>());
            case KOTLINX_CHANNEL -> new KotlinChannels();
            default -> throw new IllegalArgumentException(peer + " has no channels");
        };
    }
}
