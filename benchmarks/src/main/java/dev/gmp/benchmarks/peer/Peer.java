package dev.gmp.benchmarks.peer;

import dev.gmp.GmpScheduler;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.OvertimePolicy;
import io.netty.util.HashedWheelTimer;
import java.io.File;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.ExecutorsKt;
import org.jspecify.annotations.Nullable;

/** The executors that are compared. */
public enum Peer {
    /** The scheduler of this project, each task on its machine's own stack. */
    GMP("gmp", "gmp", procs -> gmp(procs, GoroutineMode.DIRECT, Discipline.GO)),

    /** The same with the newest first. */
    GMP_LIFO("gmpLifo", "gmp lifo", procs -> gmp(procs, GoroutineMode.DIRECT, Discipline.LIFO)),

    /** The scheduler of this project, each task on a virtual thread that it carries. */
    GMP_VIRTUAL("gmpVirtual", "gmp virtual", procs -> gmp(procs, GoroutineMode.VIRTUAL, Discipline.GO)),

    /** The same with the newest first. */
    GMP_VIRTUAL_LIFO("gmpVirtualLifo", "gmp virtual lifo", procs -> gmp(procs, GoroutineMode.VIRTUAL, Discipline.LIFO)),

    /** Processes of this project, on its scheduler. */
    GMP_PROCESSES("gmpProcesses", "gmp processes", Peer::processes),

    /** Newest-first local queues, as {@code ForkJoinPool.commonPool()} has them. */
    FORK_JOIN_LIFO("forkJoinLifo", "ForkJoinPool", procs -> forkJoinPool(procs, false)),

    /** Oldest-first local queues, the mode for event-style tasks that are never joined. */
    FORK_JOIN_ASYNC("forkJoinAsync", "ForkJoinPool async", procs -> forkJoinPool(procs, true)),

    /** A fixed number of threads on one {@code LinkedBlockingQueue}. */
    THREAD_POOL("threadPool", "ThreadPoolExecutor", procs -> stoppedByShutdown(Executors.newFixedThreadPool(procs))),

    /**
     * A virtual thread a task, on the JVM's default scheduler. The JVM has one such scheduler, and reads its size from
     * {@code jdk.virtualThreadScheduler.parallelism} when the first virtual thread starts: {@code start} cannot set it.
     */
    VIRTUAL_THREADS("virtualThreads", "virtual threads", procs -> virtualThreads()),

    /**
     * Kotlin's default dispatcher. It is one for the JVM, is never stopped, and reads its size from
     * {@code kotlinx.coroutines.scheduler.core.pool.size} on first use: {@code start} cannot set it.
     */
    KOTLINX_DEFAULT(
            "kotlinxDefault",
            "kotlinx Default",
            procs -> RunningPeer.ofTasks(ExecutorsKt.asExecutor(Dispatchers.getDefault()), () -> {})),

    /** The compute pool of Cats Effect as it comes, with selectors in place of parks. */
    CATS_EFFECT("catsEffect", "Cats Effect", ScalaExecutors::catsEffect),

    /** ZIO's scheduler as it comes. It is as wide as the JVM has CPUs, and is never stopped. */
    ZIO("zio", "ZIO", ScalaExecutors::zio),

    /** A fixed number of threads on one heap of delayed tasks, from which cancelled ones are removed at once. */
    SCHEDULED_THREAD_POOL("scheduledThreadPool", "ScheduledThreadPoolExecutor", Peer::scheduledThreadPool),

    /** Netty's timing wheel: one thread that ticks each millisecond and runs what is due, with 1,024 buckets. */
    HASHED_WHEEL("hashedWheel", "HashedWheelTimer", procs -> hashedWheel()),

    /** Pekko's typed actors as they come: the default dispatcher, which makes at least 8 threads, and unbounded mailboxes. */
    PEKKO("pekko", "Pekko typed", procs -> pekko()),

    /** A virtual thread for each actor, which takes from a queue of its own; see {@link #VIRTUAL_THREADS} for their size. */
    VIRTUAL_LINKED_QUEUE(
            "virtualLinkedQueue",
            "virtual thread, LinkedBlockingQueue",
            VIRTUAL_THREADS,
            procs -> queueActors(LinkedBlockingQueue::new)),

    /** The same with the queue that has no lock. */
    VIRTUAL_TRANSFER_QUEUE(
            "virtualTransferQueue",
            "virtual thread, LinkedTransferQueue",
            VIRTUAL_THREADS,
            procs -> queueActors(LinkedTransferQueue::new)),

    /** Goroutines of Go, in a program of their own; to be seen beside the others. Only channels are compared with it. */
    GO("go", "Go", procs -> {
        throw new UnsupportedOperationException("Go runs outside the JVM");
    }),

    /** Channels of this project, between its virtual goroutines. */
    GMP_CHANNEL("gmpChannel", "gmp Channel", GMP_VIRTUAL),

    /** Queues of the JDK in place of channels, between virtual goroutines. */
    GMP_SYNCHRONOUS("gmpSynchronous", "gmp SynchronousQueue", GMP_VIRTUAL),
    GMP_ARRAY("gmpArray", "gmp ArrayBlockingQueue", GMP_VIRTUAL),
    GMP_TRANSFER("gmpTransfer", "gmp LinkedTransferQueue", GMP_VIRTUAL),

    /** The same between default virtual threads. */
    VIRTUAL_SYNCHRONOUS("virtualSynchronous", "SynchronousQueue", VIRTUAL_THREADS),
    VIRTUAL_ARRAY("virtualArray", "ArrayBlockingQueue", VIRTUAL_THREADS),
    VIRTUAL_TRANSFER("virtualTransfer", "LinkedTransferQueue", VIRTUAL_THREADS),

    /** Channels of kotlinx, between coroutines on the default dispatcher. */
    KOTLINX_CHANNEL("kotlinxChannel", "kotlinx Channel", KOTLINX_DEFAULT),

    /** Keyed processes of this project in a cluster of two. */
    GMP_CLUSTER("gmpCluster", "gmp cluster", GMP_PROCESSES),

    /** Entities of Pekko's Cluster Sharding, typed. */
    PEKKO_SHARDING("pekkoSharding", "Pekko Cluster Sharding", PEKKO);

    private static final Set<Peer> OWN =
            EnumSet.of(GMP, GMP_LIFO, GMP_VIRTUAL, GMP_VIRTUAL_LIFO, GMP_PROCESSES, GMP_CHANNEL, GMP_CLUSTER);

    private final String id;
    private final String title;

    /** What runs its tasks, where that is a peer too. */
    private final @Nullable Peer carrier;

    /** Starts it with this number of workers, processors or carriers. */
    private final IntFunction<RunningPeer> start;

    Peer(String id, String title, IntFunction<RunningPeer> start) {
        this(id, title, null, start);
    }

    Peer(String id, String title, Peer carrier) {
        this(id, title, carrier, carrier.start);
    }

    Peer(String id, String title, @Nullable Peer carrier, IntFunction<RunningPeer> start) {
        this.id = id;
        this.title = title;
        this.carrier = carrier;
        this.start = start;
    }

    /** The name on the command line. */
    public String id() {
        return id;
    }

    /** The name in tables and plots. */
    public String title() {
        return title;
    }

    /** Whether this machine and this JVM have it. */
    public boolean isAvailable() {
        return switch (this) {
            case GMP_VIRTUAL, GMP_VIRTUAL_LIFO, VIRTUAL_THREADS ->
                Runtime.version().feature() >= 21;
            case GO -> isGoOnPath();
            default -> carrier == null || carrier.isAvailable();
        };
    }

    /** Whether {@link #start} can start it. */
    public boolean isInThisJvm() {
        return this != GO;
    }

    /** Whether it is an executor, and not only timers, actors or channels. */
    public boolean runsTasks() {
        return carrier == null && this != GMP_PROCESSES && this != HASHED_WHEEL && this != PEKKO;
    }

    /** Whether it has timers on this JVM. */
    public boolean hasTimers() {
        return switch (this) {
            case GMP, GMP_LIFO, GMP_VIRTUAL, GMP_VIRTUAL_LIFO, SCHEDULED_THREAD_POOL, HASHED_WHEEL -> true;
            case FORK_JOIN_LIFO, FORK_JOIN_ASYNC -> ScheduledExecutorService.class.isAssignableFrom(ForkJoinPool.class);
            default -> false;
        };
    }

    /** Whether it is this project's. */
    public boolean isOwn() {
        return OWN.contains(this);
    }

    /**
     * Starts this executor with {@code parallelism} workers, processors or carriers. Peers that the JVM has only one
     * of take their size from {@link Parallelism#systemProperties} instead.
     */
    public RunningPeer start(int parallelism) {
        return start.apply(parallelism);
    }

    /**
     * The same, with this policy where this project's scheduler runs the tasks; others have no such setting. */
    public RunningPeer start(int parallelism, OvertimePolicy overtime) {
        return switch (this) {
            case GMP -> gmp(parallelism, overtime, GoroutineMode.DIRECT, Discipline.GO);
            case GMP_VIRTUAL -> gmp(parallelism, overtime, GoroutineMode.VIRTUAL, Discipline.GO);
            default -> start(parallelism);
        };
    }

    /** The executors that can be started here. */
    public static List<Peer> available() {
        return Arrays.stream(values())
                .filter(peer -> peer.isInThisJvm() && peer.isAvailable() && peer.runsTasks())
                .toList();
    }

    /** Those of the JVM that are not this project's: those that it is compared with. */
    public static Set<Peer> others() {
        return Arrays.stream(values())
                .filter(peer -> peer.isInThisJvm() && !peer.isOwn())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Peer.class)));
    }

    /** @throws IllegalArgumentException if no peer has this id; the message lists those there are */
    public static Peer byId(String id) {
        return Arrays.stream(values())
                .filter(peer -> peer.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown peer '%s': expected one of %s"
                        .formatted(id, Arrays.stream(values()).map(Peer::id).collect(Collectors.joining(", ")))));
    }

    private static RunningPeer gmp(int parallelism, GoroutineMode goroutines, Discipline discipline) {
        return gmp(parallelism, OvertimePolicy.KEEP_PRIORITY, goroutines, discipline);
    }

    private static RunningPeer gmp(
            int parallelism, OvertimePolicy overtime, GoroutineMode goroutines, Discipline discipline) {
        GmpScheduler scheduler = GmpScheduler.builder()
                .name("bench")
                .maxProcs(parallelism)
                .goroutines(goroutines)
                .discipline(discipline)
                .overtimePolicy(overtime)
                .build();
        return goroutines == GoroutineMode.VIRTUAL
                ? RunningPeer.ofThreads(scheduler, scheduler.threadFactory(), () -> RunningPeer.shutDown(scheduler))
                : stoppedByShutdown(scheduler);
    }

    private static RunningPeer forkJoinPool(int parallelism, boolean async) {
        return stoppedByShutdown(
                new ForkJoinPool(parallelism, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, async));
    }

    private static RunningPeer stoppedByShutdown(ExecutorService executor) {
        return RunningPeer.ofTasks(executor, () -> RunningPeer.shutDown(executor));
    }

    private static RunningPeer processes(int parallelism) {
        RunningPeer scheduler = gmp(parallelism, GoroutineMode.DIRECT, Discipline.GO);
        ProcessActors actors = new ProcessActors((GmpScheduler) scheduler.executor());
        return RunningPeer.ofActors(actors, () -> {
            actors.close();
            scheduler.close();
        });
    }

    private static RunningPeer virtualThreads() {
        ExecutorService executor = DefaultVirtualThreads.newThreadPerTaskExecutor();
        return RunningPeer.ofThreads(executor, DefaultVirtualThreads.factory(), () -> RunningPeer.shutDown(executor));
    }

    private static RunningPeer scheduledThreadPool(int parallelism) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(parallelism);
        executor.setRemoveOnCancelPolicy(true);
        return stoppedByShutdown(executor);
    }

    private static RunningPeer hashedWheel() {
        HashedWheelTimer wheel = new HashedWheelTimer(1, TimeUnit.MILLISECONDS, 1_024);
        wheel.start();
        return RunningPeer.ofTimers(Timers.of(wheel), wheel::stop);
    }

    private static RunningPeer pekko() {
        PekkoActors actors = new PekkoActors();
        return RunningPeer.ofActors(actors, actors::close);
    }

    private static RunningPeer queueActors(Supplier<BlockingQueue<Object>> queues) {
        return RunningPeer.ofActors(new QueueActors(DefaultVirtualThreads.factory(), queues), () -> {});
    }

    private static boolean isGoOnPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> new File(folder, "go").canExecute());
    }
}
