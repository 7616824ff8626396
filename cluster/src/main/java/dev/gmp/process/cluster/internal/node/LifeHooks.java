package dev.gmp.process.cluster.internal.node;

import org.apache.pekko.actor.ActorSystem;

/** What the fabric asks of the parts of a node above it. */
interface LifeHooks {

    /** A life begins. The listener has heard nothing of it yet. */
    void begins(ActorSystem system);

    /** Whether no message waits here for a shard of another node. */
    boolean isDrained();
}
