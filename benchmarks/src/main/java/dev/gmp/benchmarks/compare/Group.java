package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.peer.Peer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Workloads that are measured on the same peers and published on one page. */
public enum Group {
    SCHEDULER(
            "scheduler",
            "scheduling tasks",
            "All tasks are trivial, so the figures are the schedulers' own cost.",
            Peer.GMP,
            Peer.FORK_JOIN_LIFO,
            Peer.FORK_JOIN_ASYNC,
            Peer.THREAD_POOL,
            Peer.VIRTUAL_THREADS,
            Peer.KOTLINX_DEFAULT,
            Peer.CATS_EFFECT,
            Peer.ZIO),

    LIFO(
            "lifo",
            "the newest first",
            "Work that divides itself, with discipline lifo. The default scheduler of virtual threads has no such order.",
            Peer.GMP_LIFO,
            Peer.FORK_JOIN_LIFO,
            Peer.GMP_VIRTUAL_LIFO,
            Peer.VIRTUAL_THREADS),

    VIRTUAL(
            "virtual",
            "virtual goroutines",
            "Both schedulers run the same virtual threads, made by their thread factories: only their carriers differ."
                    + " Go does the same by its own means, channels in place of parking and queues; it is here to be seen,"
                    + " not to be held against. More than half of a yield, and of a round trip of pingPong, is the JDK's work:"
                    + " it takes a virtual thread off its thread and on again.",
            Peer.GMP_VIRTUAL,
            Peer.VIRTUAL_THREADS,
            Peer.GO),

    SYSMON(
            "sysmon",
            "blocking and hogs",
            "Where both kinds of goroutines are measured, the ratio and the verdict are those of the worse one. A first"
                    + " burst finds no threads and makes them; the row without the word is the median of the bursts after"
                    + " it, or the only burst where that took longer than a second.",
            Peer.GMP,
            Peer.GMP_VIRTUAL,
            Peer.FORK_JOIN_LIFO,
            Peer.FORK_JOIN_ASYNC,
            Peer.THREAD_POOL,
            Peer.VIRTUAL_THREADS,
            Peer.KOTLINX_DEFAULT,
            Peer.CATS_EFFECT,
            Peer.ZIO,
            Peer.GO),

    TIMERS(
            "timers",
            "timers",
            "What the timers run only counts. The wheel runs it on its one thread, the others on their workers, virtual"
                    + " goroutines on a virtual thread each. Where both kinds of goroutines are measured, the ratio and the"
                    + " verdict are those of the worse one.",
            Peer.GMP,
            Peer.GMP_VIRTUAL,
            Peer.FORK_JOIN_ASYNC,
            Peer.SCHEDULED_THREAD_POOL,
            Peer.HASHED_WHEEL),

    PROCESS(
            "process",
            "processes",
            "Every peer runs the same behaviours; a process is the scheduler's actor. Pekko is as it comes: its default"
                    + " dispatcher makes at least 8 threads. The virtual threads have the default scheduler.",
            Peer.GMP_PROCESSES,
            Peer.PEKKO,
            Peer.VIRTUAL_LINKED_QUEUE,
            Peer.VIRTUAL_TRANSFER_QUEUE),

    MEET("meet", "goroutines meet", "", Peer.GMP_VIRTUAL, Peer.VIRTUAL_THREADS, Peer.GO),

    CHANNELS(
            "channels",
            "channels",
            "Each run checks how many values came, and their sum. Queues without a name before them are between default virtual"
                    + " threads, those of gmp between its virtual goroutines, kotlinx's channels between coroutines on the"
                    + " default dispatcher. Each queue is measured where it does the same work: SynchronousQueue and the"
                    + " transfers of LinkedTransferQueue where there is no room, ArrayBlockingQueue where there is. Queues"
                    + " have no select. All peers of the JVM run the same steps, which coroutines and threads perform alike.",
            Peer.GMP_CHANNEL,
            Peer.GMP_SYNCHRONOUS,
            Peer.GMP_TRANSFER,
            Peer.GMP_ARRAY,
            Peer.VIRTUAL_SYNCHRONOUS,
            Peer.VIRTUAL_TRANSFER,
            Peer.VIRTUAL_ARRAY,
            Peer.KOTLINX_CHANNEL,
            Peer.GO),

    CLUSTER(
            "cluster",
            "keys in a cluster",
            "Each key is a process here and an entity there. The two nodes are two JVMs on one machine, with Artery over TCP on the"
                    + " loopback interface; where nothing is to go from one to the other, there is one. Both peers have 64 shards"
                    + " of a type, write messages as CBOR by Jackson, and take an unreachable node out by the same settings; all"
                    + " else is as it comes. Senders are threads outside the cluster. Each answer tells how many messages have"
                    + " come, and a measurement fails if any is missing. Messages are sent for four times as long before those that"
                    + " count, for the JIT compiler.",
            Peer.GMP_CLUSTER,
            Peer.PEKKO_SHARDING),

    OVERHEAD(
            "overhead",
            "what its parts cost",
            "Each figure is the time with a part to the time without it, so 1 means that it costs nothing. The scheduler's other"
                    + " parts are as they come.",
            Peer.GMP);

    /** One processor has nothing to steal from; two are the least that have. */
    private static final List<Integer> ONE_AND_TWO = List.of(1, 2);

    private static final int ROUNDS = 3;
    private static final int ROUNDS_FOR_ONE_PERCENT = 10;

    private final String id;
    private final String title;
    private final String remark;
    private final List<Peer> peers;

    Group(String id, String title, String remark, Peer... peers) {
        this.id = id;
        this.title = title;
        this.remark = remark;
        this.peers = List.of(peers);
    }

    public String id() {
        return id;
    }

    /** Of its page, its plot and its figures, without the ending. */
    public String fileName() {
        return this == SCHEDULER ? "results" : id;
    }

    public String title() {
        return "Benchmarks: " + title;
    }

    /** What a reader of the page has to know. */
    public String remark() {
        return remark;
    }

    /** Whether the peers take turns in one JVM; else each has a JVM of its own. */
    public boolean isInTurns() {
        return this == MEET;
    }

    /** How often all is measured, unless told otherwise. A turn is a round too. */
    int rounds() {
        if (this == OVERHEAD) {
            return ROUNDS_FOR_ONE_PERCENT;
        }
        return isInTurns() ? 1 : ROUNDS;
    }

    /** With how many processors all is measured, unless told otherwise. */
    List<Integer> procs() {
        return isInTurns() ? ONE_AND_TWO : List.of(Runtime.getRuntime().availableProcessors());
    }

    /** How long a JVM measures. */
    Effort effort(boolean isQuick) {
        if (isInTurns()) {
            return isQuick ? Effort.FEW_TURNS : Effort.TURNS;
        }
        if (this == CHANNELS) {
            return Effort.MANY_PEERS;
        }
        return isQuick ? Effort.QUICK : Effort.FULL;
    }

    /** Those of its peers that this machine has, in the order of the table. */
    public List<Peer> availablePeers() {
        return peers.stream().filter(Peer::isAvailable).toList();
    }

    /** In the order of the table. */
    public List<Workload> workloads() {
        return Workload.all().stream()
                .filter(workload -> workload.group() == this)
                .toList();
    }

    /** @throws IllegalArgumentException if no group has this id; the message lists those there are */
    public static Group byId(String id) {
        return Arrays.stream(values())
                .filter(group -> group.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown group '%s': expected one of %s"
                        .formatted(id, Arrays.stream(values()).map(Group::id).collect(Collectors.joining(", ")))));
    }
}
