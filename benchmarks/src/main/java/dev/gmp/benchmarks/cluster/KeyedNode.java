package dev.gmp.benchmarks.cluster;

import dev.gmp.benchmarks.peer.Peer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A node of a cluster where each key has something that counts its messages. Both peers get the same settings. */
interface KeyedNode extends AutoCloseable {
    String CLUSTER = "bench";
    String HOST = "127.0.0.1";
    String TYPE = "tally";
    int SHARDS = 64;

    /** How long the membership must not have changed before a node that cannot be reached is taken out. */
    Duration STABLE_AFTER = Duration.ofSeconds(5);

    Duration ANSWER_TIMEOUT = Duration.ofMinutes(2);

    /** The address of a key. Any thread may use it. */
    Keyed at(String key);

    /** How many nodes have joined, this one included. */
    int members();

    @Override
    void close();

    interface Keyed {
        /** Does not wait. */
        void send(Placed message);

        CompletableFuture<Counted> ask();
    }

    /**
     * Returns a node that has joined the cluster.
     *
     * @param seedPort the port of the node that founds the cluster, which may be this one
     */
    static KeyedNode start(Peer peer, int port, int seedPort) throws InterruptedException {
        KeyedNode node = switch (peer) {
            case GMP_CLUSTER -> new GmpNode(port, seedPort);
            case PEKKO_SHARDING -> new PekkoNode(port, seedPort);
            default -> throw new IllegalArgumentException(peer.title() + " has no clusters");
        };
        node.awaitMembers(port == seedPort ? 1 : 2);
        return node;
    }

    default void awaitMembers(int number) throws InterruptedException {
        long began = System.nanoTime();
        while (members() != number) {
            if (System.nanoTime() - began > ANSWER_TIMEOUT.toNanos()) {
                throw new IllegalStateException("Of %d nodes there are %d".formatted(number, members()));
            }
            Thread.sleep(10);
        }
    }
}
