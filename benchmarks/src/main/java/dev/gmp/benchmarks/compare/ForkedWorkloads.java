package dev.gmp.benchmarks.compare;

import static dev.gmp.benchmarks.compare.Group.LIFO;
import static dev.gmp.benchmarks.compare.Group.PROCESS;
import static dev.gmp.benchmarks.compare.Group.SCHEDULER;
import static dev.gmp.benchmarks.compare.Group.SYSMON;
import static dev.gmp.benchmarks.compare.Group.TIMERS;
import static dev.gmp.benchmarks.compare.Group.VIRTUAL;
import static dev.gmp.benchmarks.compare.Workload.of;

import dev.gmp.benchmarks.compare.Target.Absolute;
import dev.gmp.benchmarks.compare.Target.Ratio;
import dev.gmp.benchmarks.measure.ActorMemory;
import dev.gmp.benchmarks.measure.BurstMeasurements;
import dev.gmp.benchmarks.measure.CrowdMeasurements;
import dev.gmp.benchmarks.measure.EchoMeasurements;
import dev.gmp.benchmarks.measure.HogMeasurements;
import dev.gmp.benchmarks.measure.LatenessMeasurements;
import dev.gmp.benchmarks.measure.OutsideMeasurements;
import dev.gmp.benchmarks.measure.ParkedMeasurements;
import dev.gmp.benchmarks.measure.SysmonMeasurements;
import dev.gmp.benchmarks.measure.TimerMeasurements;
import dev.gmp.benchmarks.peer.Peer;
import java.util.List;
import java.util.function.Predicate;

/** What is measured in JVMs of its own for each peer, in the order of the tables. */
final class ForkedWorkloads {
    static final List<Workload> ALL = List.of(
            of(SCHEDULER, "submitFromOutside")
                    .doing("1,000,000 trivial tasks from 2 outside threads, until all are done")
                    .byJmh("submitFromOutside", "ns a task", Ratio.ofBestPeer(1.0)),
            of(SCHEDULER, "forkTree")
                    .doing("a tree of tasks, 10 children each, 1,000,000 leaves, nothing joined (skynet)")
                    .byJmh("forkTree", "ns a leaf", Ratio.of(0.8, Peer.FORK_JOIN_ASYNC)),
            of(SCHEDULER, "handOver")
                    .doing("a chain between 2 tasks, each hands in the other and ends (ping-pong)")
                    .byJmh("handOver", "ns a round trip", Ratio.ofBestPeer(0.6)),
            of(SCHEDULER, "resubmit")
                    .doing("100 tasks that hand themselves in again, 10,000 times each (yield)")
                    .byJmh("resubmit", "ns an execution", Ratio.ofBestPeer(1.0)),
            of(SCHEDULER, "spawnManyRemoteIdle")
                    .doing("one task hands in 10,000 trivial ones while all other workers are parked")
                    .byJmh("spawnManyRemoteIdle", "ns a task", Target.NONE),
            of(SCHEDULER, "trickle")
                    .doing(
                            "one task a millisecond from outside: processor time of all platform threads, the submitter's included, and the"
                                    + " time from hand-in to start")
                    .measuring(OutsideMeasurements.CPU_PER_TASK, "trickle, CPU", "us a task", Ratio.ofForkJoinPool(1.0))
                    .measuring(OutsideMeasurements.START_P50, "trickle, start p50", "us", Target.NONE)
                    .measuring(OutsideMeasurements.START_P99, "trickle, start p99", "us", Target.NONE),
            of(SCHEDULER, "idleCpu")
                    .doing("nothing to do, after a busy moment: processor time of the peer's own threads")
                    .measuring(OutsideMeasurements.IDLE_PERCENT, "idleCpu", "% of a core", Absolute.ofNothing(0.1)),
            of(LIFO, "forkTreeLifo")
                    .doing("a tree of tasks, 10 children each, 1,000,000 leaves, nothing joined (skynet)")
                    .on(peer -> peer == Peer.GMP_LIFO || peer == Peer.FORK_JOIN_LIFO)
                    .byJmh("forkTree", "ns a leaf", Ratio.of(1.0, Peer.FORK_JOIN_LIFO)),
            of(LIFO, "forkTreeJoinLifo")
                    .doing(
                            "a tree of goroutines, 10 children each, 100,000 leaves; each parent joins its children and adds up their leaves")
                    .on(ForkedWorkloads::isVirtual)
                    .byJmh("forkTreeJoin", "ns a leaf", besideJdk(0.6)),
            of(LIFO, "spawnLifo")
                    .doing("one goroutine makes and starts 200,000 that do nothing, until all have ended")
                    .on(ForkedWorkloads::isVirtual)
                    .byJmh("spawn", "ns a goroutine", besideJdk(1.0)),
            of(VIRTUAL, "spawn")
                    .doing("one goroutine makes and starts 200,000 that do nothing, until all have ended")
                    .byJmh("spawn", "ns a goroutine", besideJdk(1.0)),
            of(VIRTUAL, "forkTreeJoin")
                    .doing(
                            "a tree of goroutines, 10 children each, 100,000 leaves; each parent joins its children and adds up their leaves")
                    .byJmh("forkTreeJoin", "ns a leaf", besideJdk(0.6)),
            of(VIRTUAL, "pingPong")
                    .doing("2 goroutines that park and unpark each other in turn")
                    .byJmh("pingPong", "ns a round trip", besideJdk(0.5)),
            of(VIRTUAL, "yield")
                    .doing("100 goroutines that yield, 5,000 times each")
                    .byJmh("yield", "ns a yield", besideJdk(1.2)),
            of(VIRTUAL, "pipeline")
                    .doing("4 producers and 4 consumers on one ArrayBlockingQueue with room for 64")
                    .byJmh("pipeline", "ns an item", besideJdk(0.9)),
            of(VIRTUAL, "sleep100k")
                    .doing("one goroutine starts 100,000 that sleep for 50 ms, until all have woken")
                    .measuring(ParkedMeasurements.SLEEP_MAKESPAN, "sleep100k", "ms", besideJdk(1.0)),
            of(VIRTUAL, "goroutinesSleep100k")
                    .doing("the same with Goroutines.sleep, where they are goroutines of this scheduler")
                    .on(Peer::isInThisJvm)
                    .measuring(ParkedMeasurements.SLEEP_MAKESPAN, "goroutinesSleep100k", "ms", besideJdk(1.0)),
            of(VIRTUAL, "memory")
                    .doing(
                            "200,000 parked goroutines: heap in use after a collection (in Go stacks too), less what was in use before")
                    .measuring(ParkedMeasurements.HEAP_BYTES, "memory", "bytes a parked goroutine", besideJdk(1.1)),
            of(VIRTUAL, "echo")
                    .doing(
                            "32 bytes sent over the loopback interface and back, 100 connections at a time, and one alone; a goroutine for each"
                                    + " end of each: by NetConnection here, by SocketChannel in blocking mode on virtual threads")
                    .on(Peer::isInThisJvm)
                    .measuring(EchoMeasurements.NANOS, "echo", "ns a round trip", besideJdk(1.0))
                    .measuring(EchoMeasurements.P50, "echo, p50", "us", Target.NONE)
                    .measuring(EchoMeasurements.P99, "echo, p99", "us", Target.NONE)
                    .measuring(EchoMeasurements.ALONE, "echo, one connection", "ns a round trip", Target.NONE),
            of(VIRTUAL, "bagStorm")
                    .doing(
                            "2,000 goroutines that borrow one of 50 entries of HikariCP's ConcurrentBag and give it back, in a loop for eight"
                                    + " seconds; beside them one is started every 5 ms from outside: how long it waits to begin")
                    .on(Peer::isInThisJvm)
                    .measuring(CrowdMeasurements.WAIT_P50, "bagStorm, p50", "ms", Absolute.atMost(10))
                    .measuring(CrowdMeasurements.WAIT_P99, "bagStorm, p99", "ms", Absolute.atMost(100))
                    .measuring(CrowdMeasurements.BORROW, "bagStorm, borrow", "ns", Target.NONE),
            of(SYSMON, "hogLatency")
                    .doing(
                            "short tasks, one a millisecond, beside 2 hogs for each processor, which compute until each has had its half of the"
                                    + " time: how long a short task waits for its start")
                    .on(peer -> true)
                    .measuring(HogMeasurements.START_P50, "hogLatency, p50", "ms", Absolute.atMost(1))
                    .measuring(HogMeasurements.START_P99, "hogLatency, p99", "ms", Absolute.atMost(5))
                    .measuring(HogMeasurements.START_P999, "hogLatency, p99.9", "ms", Target.NONE),
            crowd("hogs300", ForkedWorkloads::hasCrowds, Absolute.atMost(40))
                    .doing(
                            "300 tasks that compute for ever, and from the same moment on a short task every 5 ms for five seconds: how long it"
                                    + " waits to begin from when it was due, from the second second on, and how many had not begun a second after"
                                    + " the last was due; with the overtime policy lower-priority"),
            crowd("hogs300nice0", Peer::isOwn, Target.NONE).doing("the same with the overtime policy keep-priority"),
            crowd("hogs2000", ForkedWorkloads::hasCrowds, Absolute.atMost(40))
                    .doing("the same with the overtime policy lower-priority and 2,000 that compute"),
            crowd("waiters292", ForkedWorkloads::hasCrowds, Target.NONE)
                    .doing(
                            "the same with 8 that compute and 292 that sleep for a second and are followed by another then"),
            of(SYSMON, "blockingMakespan")
                    .doing("1,000 tasks that sleep for 20 ms each, by Thread.sleep")
                    .measuring(BurstMeasurements.MAKESPAN, "blockingMakespan", "ms", Absolute.atMost(60))
                    .measuring(BurstMeasurements.FIRST, "blockingMakespan, first burst", "ms", Absolute.atMost(60)),
            of(SYSMON, "pinnedMakespan")
                    .doing(
                            "500 tasks that sleep for 20 ms each below a native frame (a comparator that C's qsort calls), where a virtual"
                                    + " thread cannot leave its carrier")
                    .measuring(BurstMeasurements.MAKESPAN, "pinnedMakespan", "ms", Absolute.atMost(60))
                    .measuring(BurstMeasurements.FIRST, "pinnedMakespan, first burst", "ms", Absolute.atMost(60)),
            of(SYSMON, "fileBlocking")
                    .doing("100 tasks that read from a FIFO each, where a byte comes after 20 ms")
                    .measuring(BurstMeasurements.MAKESPAN, "fileBlocking", "ms", Target.NONE)
                    .measuring(BurstMeasurements.FIRST, "fileBlocking, first burst", "ms", Target.NONE),
            of(SYSMON, "checkpoint")
                    .doing("Goroutines.checkpoint() when nothing is asked of the goroutine")
                    .on(Peer::isOwn)
                    .measuring(SysmonMeasurements.CHECKPOINT, "checkpoint", "ns a call", Target.NONE),
            of(SYSMON, "sysmonCpu")
                    .doing(
                            "processor time of the monitor's thread: while nothing is to be done, while trivial tasks hand themselves in again"
                                    + " on every processor, and while 2 hogs for each processor compute")
                    .on(Peer::isOwn)
                    .measuring(SysmonMeasurements.IDLE_PERCENT, "sysmonCpu, idle", "% of a core", Target.NONE)
                    .measuring(SysmonMeasurements.BUSY_PERCENT, "sysmonCpu, busy", "% of a core", Target.NONE)
                    .measuring(SysmonMeasurements.HOGS_PERCENT, "sysmonCpu, hogs", "% of a core", Target.NONE),
            of(TIMERS, "setAndFire")
                    .doing(
                            "1,000,000 timers, set by 2 outside threads, due evenly over a second in random order, until all have fired:"
                                    + " processor time of the whole process, and how long the setters took")
                    .on(Peer::hasTimers)
                    .measuring(
                            TimerMeasurements.CPU_PER_TIMER,
                            "setAndFire, CPU",
                            "ns a timer",
                            Ratio.ofScheduledExecutors(0.4))
                    .measuring(TimerMeasurements.WALL_PER_TIMER, "setAndFire, setting", "ns a timer", Target.NONE),
            of(TIMERS, "setAndCancel")
                    .doing(
                            "1,000,000 timers, 1 to 2 seconds ahead, set by 2 outside threads and cancelled at once: elapsed time, and"
                                    + " processor time of the whole process until 200 ms later")
                    .on(Peer::hasTimers)
                    .measuring(TimerMeasurements.WALL_PER_TIMER, "setAndCancel", "ns a timer", Ratio.ofBestPeer(1.0))
                    .measuring(TimerMeasurements.CPU_PER_TIMER, "setAndCancel, CPU", "ns a timer", Target.NONE),
            of(TIMERS, "lateness")
                    .doing(
                            "single timers, set beforehand, with random gaps of 0 to 2 ms: how long after its time each starts; while nothing"
                                    + " else runs, and beside 2 hogs for each processor, which are tasks of the same peer (of the wheel, which"
                                    + " runs no tasks, plain threads)")
                    .on(Peer::hasTimers)
                    .measuring(LatenessMeasurements.IDLE_P50, "lateness, p50", "us", Target.NONE)
                    .measuring(LatenessMeasurements.IDLE_P99, "lateness, p99", "us", Ratio.ofBestPeer(1.0))
                    .measuring(LatenessMeasurements.HOGS_P50, "lateness, hogs, p50", "ms", Target.NONE)
                    .measuring(LatenessMeasurements.HOGS_P99, "lateness, hogs, p99", "ms", Absolute.atMost(10)),
            of(TIMERS, "timerMemory")
                    .doing(
                            "1,000,000 pending timers, 1 to 2 minutes ahead: heap in use after a collection, less what was in use before")
                    .on(Peer::hasTimers)
                    .measuring(TimerMeasurements.HEAP_BYTES, "timerMemory", "bytes a timer", Target.NONE),
            of(PROCESS, "actorPingPong")
                    .doing("one pair of actors, each of which answers the other's message, 200,000 times")
                    .byJmh("pingPong", "ns a round trip", Ratio.ofBestPeer(0.7)),
            of(PROCESS, "actorPingPong100")
                    .doing("100 such pairs at once, 2,000 times each")
                    .byJmh("pingPong, 100 pairs", "ns a round trip", Ratio.ofBestPeer(0.7)),
            of(PROCESS, "actorRing")
                    .doing("a ring of 10,000 actors that wait; one message goes round 50 times")
                    .byJmh("ring", "ns a message", Target.NONE),
            of(PROCESS, "actorFanIn")
                    .doing("100 actors send 10,000 messages each to one; each waits for an answer after each 100")
                    .byJmh("fanIn", "ns a message", Ratio.ofBestPeer(0.8)),
            of(PROCESS, "actorSpawn")
                    .doing("one actor makes 1,000,000 that end at once, until all have ended")
                    .byJmh("spawn", "ns an actor", Ratio.ofBestPeer(0.5)),
            of(PROCESS, "actorMemory")
                    .doing(
                            "200,000 actors that have had a message and wait for the next: heap in use after a collection, less what was in"
                                    + " use before")
                    .measuring(ActorMemory.HEAP_BYTES, "memory", "bytes an idle actor", Ratio.ofBestPeer(0.6)));

    private ForkedWorkloads() {}

    /** Beside the JDK's own virtual threads. */
    private static Target besideJdk(double atMost) {
        return Ratio.of(atMost, Peer.VIRTUAL_THREADS);
    }

    private static boolean isVirtual(Peer peer) {
        return peer == Peer.GMP_VIRTUAL_LIFO || peer == Peer.VIRTUAL_THREADS;
    }

    private static boolean hasCrowds(Peer peer) {
        return peer.isOwn() || peer == Peer.FORK_JOIN_ASYNC || peer == Peer.VIRTUAL_THREADS;
    }

    /** Short tasks beside a crowd. @param p99 the target of the wait that 99 of 100 do not exceed, in milliseconds */
    private static Workload crowd(String id, Predicate<Peer> peers, Target p99) {
        return of(SYSMON, id)
                .on(peers)
                .measuring(CrowdMeasurements.NOT_RUN, id + ", not run", "of 1,000, + 1", Absolute.atMost(21))
                .measuring(CrowdMeasurements.WAIT_P50, id + ", p50", "ms", Target.NONE)
                .measuring(CrowdMeasurements.WAIT_P99, id + ", p99", "ms", p99);
    }
}
