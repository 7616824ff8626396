package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Target.Ratio;
import dev.gmp.benchmarks.measure.ParkedMeasurements;
import dev.gmp.benchmarks.peer.Peer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Goroutines that hand values to each other. Each figure has three rows, one for each target. */
enum ChannelWorkload implements Workload {
    PING_PONG(
            "channelPingPong",
            "two goroutines and two channels without room: a value goes there and back",
            Needs.NO_ROOM,
            Metric.JMH_SCORE,
            "ns a round trip"),

    PIPELINE_1(
            "channelPipeline1",
            "one sender and one receiver on a channel with room for 64",
            Needs.ROOM,
            Metric.JMH_SCORE,
            "ns a value"),

    PIPELINE_4(
            "channelPipeline4",
            "four senders and four receivers on a channel with room for 64",
            Needs.ROOM,
            Metric.JMH_SCORE,
            "ns a value"),

    FAN_IN(
            "channelFanIn",
            "100 senders and one receiver on a channel without room",
            Needs.NO_ROOM,
            Metric.JMH_SCORE,
            "ns a value"),

    SIEVE(
            "channelSieve",
            "the first 2,000 primes: a goroutine for each, which hands on what its prime does not divide, without room",
            Needs.NO_ROOM,
            Metric.JMH_SCORE,
            "ns a prime"),

    SELECT(
            "channelSelect",
            "eight senders, a channel without room for each, and one receiver that selects from all",
            Needs.SELECT,
            Metric.JMH_SCORE,
            "ns a value"),

    MEMORY(
            "channelMemory",
            "heap in use for each of 100,000 channels without room, which nothing has used",
            Needs.NO_ROOM_AND_ANY_SCHEDULER,
            ParkedMeasurements.CHANNEL_BYTES,
            "bytes a channel"),

    MEMORY_64(
            "channelMemory64",
            "the same with room for 64",
            Needs.ROOM_AND_ANY_SCHEDULER,
            ParkedMeasurements.CHANNEL_BYTES,
            "bytes a channel");

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

    private static final double OF_QUEUES = 0.7;
    private static final double OF_KOTLINX = 1.0;
    private static final double OF_GO = 1.5;

    private final String id;
    private final String description;
    private final Needs needs;
    private final String figure;
    private final String unit;

    ChannelWorkload(String id, String description, Needs needs, String figure, String unit) {
        this.id = id;
        this.description = description;
        this.needs = needs;
        this.figure = figure;
        this.unit = unit;
    }

    @Override
    public Group group() {
        return Group.CHANNELS;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public boolean runsOn(Peer peer) {
        return needs.peers.contains(peer);
    }

    /** The same figure for each target. Without a queue that can do the work there are two. */
    @Override
    public List<Metric> metrics() {
        Set<Peer> queues = EnumSet.of(Peer.VIRTUAL_SYNCHRONOUS, Peer.VIRTUAL_TRANSFER, Peer.VIRTUAL_ARRAY);
        queues.removeIf(queue -> !runsOn(queue));
        Stream<Metric> besideQueues = queues.isEmpty()
                ? Stream.empty()
                : Stream.of(new Metric(
                        figure, id + ", queues", unit, new Ratio(OF_QUEUES, queues, "best of virtual threads")));
        return Stream.concat(
                        besideQueues,
                        Stream.of(
                                new Metric(figure, id + ", kotlinx", unit, Ratio.of(OF_KOTLINX, Peer.KOTLINX_CHANNEL)),
                                new Metric(figure, id + ", Go", unit, Ratio.of(OF_GO, Peer.GO))))
                .toList();
    }
}
