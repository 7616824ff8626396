package dev.gmp.benchmarks.compare;

import static dev.gmp.benchmarks.compare.Metric.JMH_SCORE;
import static dev.gmp.benchmarks.measure.ParkedMeasurements.CHANNEL_BYTES;

import dev.gmp.benchmarks.compare.Target.Ratio;
import dev.gmp.benchmarks.peer.Peer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Goroutines that hand values to each other. Each figure has three rows, one for each target. */
final class ChannelWorkloads {
    private static final double OF_QUEUES = 0.7;
    private static final double OF_KOTLINX = 1.0;
    private static final double OF_GO = 1.5;

    /** What a channel has to be able to do, and which queues are. */
    private enum Needs {
        NO_ROOM(Peer.GMP_SYNCHRONOUS, Peer.GMP_TRANSFER, Peer.VIRTUAL_SYNCHRONOUS, Peer.VIRTUAL_TRANSFER),
        ROOM(Peer.GMP_ARRAY, Peer.VIRTUAL_ARRAY),
        SELECT(),
        /** What a queue takes is the same under each scheduler. */
        NO_ROOM_AND_ANY_SCHEDULER(Peer.VIRTUAL_SYNCHRONOUS, Peer.VIRTUAL_TRANSFER),
        ROOM_AND_ANY_SCHEDULER(Peer.VIRTUAL_ARRAY);

        private final Set<Peer> peers = EnumSet.of(Peer.GMP_CHANNEL, Peer.KOTLINX_CHANNEL, Peer.GO);

        Needs(Peer... queues) {
            peers.addAll(List.of(queues));
        }
    }

    static final List<Workload> ALL = List.of(
            jmh(
                    "channelPingPong",
                    Needs.NO_ROOM,
                    "ns a round trip",
                    "two goroutines and two channels without room: a value goes there and back"),
            jmh(
                    "channelPipeline1",
                    Needs.ROOM,
                    "ns a value",
                    "one sender and one receiver on a channel with room for 64"),
            jmh(
                    "channelPipeline4",
                    Needs.ROOM,
                    "ns a value",
                    "four senders and four receivers on a channel with room for 64"),
            jmh("channelFanIn", Needs.NO_ROOM, "ns a value", "100 senders and one receiver on a channel without room"),
            jmh(
                    "channelSieve",
                    Needs.NO_ROOM,
                    "ns a prime",
                    "the first 2,000 primes: a goroutine for each, which hands on what its prime does not divide, without room"),
            jmh(
                    "channelSelect",
                    Needs.SELECT,
                    "ns a value",
                    "eight senders, a channel without room for each, and one receiver that selects from all"),
            memory(
                    "channelMemory",
                    Needs.NO_ROOM_AND_ANY_SCHEDULER,
                    "heap in use for each of 100,000 channels without room, which nothing has used"),
            memory("channelMemory64", Needs.ROOM_AND_ANY_SCHEDULER, "the same with room for 64"));

    private ChannelWorkloads() {}

    private static Workload jmh(String id, Needs needs, String unit, String description) {
        return of(id, description, needs, JMH_SCORE, unit);
    }

    private static Workload memory(String id, Needs needs, String description) {
        return of(id, description, needs, CHANNEL_BYTES, "bytes a channel");
    }

    /** The same figure for each target. Without a queue that can do the work there are two. */
    private static Workload of(String id, String description, Needs needs, String figure, String unit) {
        Workload work = Workload.of(Group.CHANNELS, id).doing(description).on(needs.peers::contains);
        Set<Peer> queues = EnumSet.of(Peer.VIRTUAL_SYNCHRONOUS, Peer.VIRTUAL_TRANSFER, Peer.VIRTUAL_ARRAY);
        queues.retainAll(needs.peers);
        if (!queues.isEmpty()) {
            Ratio best = new Ratio(OF_QUEUES, queues, "best of virtual threads");
            work = work.measuring(figure, id + ", queues", unit, best);
        }
        return work.measuring(figure, id + ", kotlinx", unit, Ratio.of(OF_KOTLINX, Peer.KOTLINX_CHANNEL))
                .measuring(figure, id + ", Go", unit, Ratio.of(OF_GO, Peer.GO));
    }
}
