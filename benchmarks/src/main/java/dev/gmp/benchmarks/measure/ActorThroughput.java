package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.Actors;
import dev.gmp.benchmarks.peer.OnPeer;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.workload.actor.ActorFanIn;
import dev.gmp.benchmarks.workload.actor.ActorPingPong;
import dev.gmp.benchmarks.workload.actor.ActorRing;
import dev.gmp.benchmarks.workload.actor.ActorSpawn;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A message, a round trip or an actor. */
public class ActorThroughput extends OnPeer {
    private static final int ROUND_TRIPS = 200_000;
    private static final int PAIRS = 100;
    private static final int RING = 10_000;
    private static final int LAPS = 50;
    private static final int MESSAGES = 1_000_000;
    private static final int SENDERS = 100;
    private static final int BURST = 100;
    private static final int ACTORS = 1_000_000;

    @Param({"GMP_PROCESSES", "PEKKO", "VIRTUAL_LINKED_QUEUE", "VIRTUAL_TRANSFER_QUEUE"})
    public Peer peer = Peer.PEKKO;

    Actors actors() {
        return running().actors();
    }

    @Benchmark
    @OperationsPerInvocation(ROUND_TRIPS)
    public void actorPingPong() {
        new ActorPingPong(actors(), 1, ROUND_TRIPS).run();
    }

    @Benchmark
    @OperationsPerInvocation(ROUND_TRIPS)
    public void actorPingPong100() {
        new ActorPingPong(actors(), PAIRS, ROUND_TRIPS / PAIRS).run();
    }

    @Benchmark
    @OperationsPerInvocation(RING * LAPS)
    public void actorRing(WaitingRing waiting) {
        waiting.ring.run();
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void actorFanIn() {
        new ActorFanIn(actors(), SENDERS, MESSAGES / SENDERS / BURST, BURST).run();
    }

    @Benchmark
    @OperationsPerInvocation(ACTORS)
    public void actorSpawn() {
        new ActorSpawn(actors(), ACTORS).run();
    }

    /** Makes the actors before each invocation, so that they are not measured with it. */
    @State(Scope.Benchmark)
    public static class WaitingRing {
        private ActorRing ring = new ActorRing(behaviour -> message -> {}, 1, 1);

        @Setup(Level.Invocation)
        public void make(ActorThroughput throughput) {
            ring = new ActorRing(throughput.actors(), RING, LAPS);
        }
    }
}
