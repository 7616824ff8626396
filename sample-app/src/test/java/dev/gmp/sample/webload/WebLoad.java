package dev.gmp.sample.webload;

import dev.gmp.sample.responsiveness.LatencySeries;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What one server is made to do, and what is measured of it. */
final class WebLoad {

    static final int HELD = Integer.getInteger("sample.web-load.held", 10_000);

    private static final long LONGEST_HOLD_NANOS = TimeUnit.MINUTES.toNanos(5);

    static final int FAST_CLIENTS = 16;
    static final int MIX_CLIENTS = 64;

    private static final int HOGS = 8;
    private static final int IN_FLIGHT = 300;

    /** Until all that requests that wait run is compiled. */
    private static final int HELD_BEFORE = 6;

    /** Seconds until the threads that other loads have needed have ended: the scheduler keeps them for 60, the JDK for 30. */
    static final int THREADS_END = 65;

    /** Seconds after the requests that compute were sent until others are measured. */
    private static final int SETTLING = 1;

    private static final int SETTLING_OF_MANY = 5;

    /** How many times as long latencies beside other requests are measured: Boot's servers answer when these have ended. */
    static final int LONGER_BESIDE_OTHERS = WebLoadTests.MEASURES ? 3 : 1;

    /** About 5 ms of one CPU. */
    private static final String COMPUTE = "/load/cpu?steps=3000000";

    private static final String WAIT = "/load/block?millis=" + PinnedWait.MILLIS;

    private final ServerProcess server;
    private final ServerKind kind;
    private final int seconds;
    private final int secondsBesideOthers;
    private final BiConsumer<Figure, Double> measured;
    private int heldBefore;

    /**
     * @param seconds how long each figure is measured, but for latencies beside other requests
     * @param measured gets the figures
     */
    WebLoad(ServerProcess server, ServerKind kind, int seconds, BiConsumer<Figure, Double> measured) {
        this.server = server;
        this.kind = kind;
        this.seconds = seconds;
        this.secondsBesideOthers = LONGER_BESIDE_OTHERS * seconds;
        this.measured = measured;
    }

    /**
     * Measures a throughput once. Like the rest of what is here, it leaves the server paused: what one has put off, its JIT
     * compiler above all, would take the CPUs from the next.
     */
    void throughput(Figure figure) throws InterruptedException {
        server.resume();
        switch (figure) {
            case FAST_THROUGHPUT -> throughput(figure, FAST_CLIENTS, random -> "/load/fast");
            case MIX_THROUGHPUT -> throughput(figure, MIX_CLIENTS, WebLoad::mix);
            default -> throw new IllegalArgumentException(figure + " is no throughput");
        }
        server.pause();
    }

    /**
     * Measures latencies and memory.
     *
     * @param isRoomy whether the many waiting requests are measured, too
     */
    void others(boolean isRoomy) throws InterruptedException {
        server.resume();
        if (isRoomy && kind.holdsAnyNumber()) {
            held(); // first, or the threads that a server has needed for what computes count too
        }
        latency(seconds, Figure.FAST_P50, Figure.FAST_P99);
        besideMix();
        besideHogs(HOGS, SETTLING, Figure.HOGS_P50, Figure.HOGS_P99);
        besideWaiting(0, Figure.BLOCKED_P99);
        besideWaiting(HOGS, Figure.BUSY_P99);
        besideHogs(IN_FLIGHT, SETTLING, null, Figure.COMPUTING_P99);
        besideHogs(IN_FLIGHT, SETTLING_OF_MANY, null, Figure.COMPUTING_LATER_P99);
        server.pause();
    }

    /** Of a hundred requests 80 are fast, 12 wait, 5 compute, and 3 wait where a virtual thread is pinned. */
    static String mix(SplittableRandom random) {
        int percent = random.nextInt(100);
        if (percent < 80) {
            return "/load/fast";
        }
        return percent < 92 ? WAIT : percent < 97 ? COMPUTE : "/load/pin";
    }

    /** @param seconds how long each load of the warm-up lasts; 0 for none */
    void warmUp(int seconds) throws InterruptedException {
        if (seconds > 0) {
            server.resume();
            System.out.println(kind + " warmed up: " + new WarmUp(server, seconds).run());
            server.pause();
        }
        heldBefore = heldBefore(seconds);
    }

    /** How often as many requests as are measured wait before: never on a server that is not warm. @param warmUp seconds */
    static int heldBefore(int warmUp) {
        return warmUp > 0 ? HELD_BEFORE : 0;
    }

    private void throughput(Figure figure, int clients, Function<SplittableRandom, String> next)
            throws InterruptedException {
        try (ClosedLoop loop = ClosedLoop.start(server.port(), clients, next)) {
            TimeUnit.MILLISECONDS.sleep(500);
            long before = loop.answered();
            long begin = System.nanoTime();
            do { // until one is answered at least, on a busy machine
                TimeUnit.SECONDS.sleep(seconds);
            } while (loop.answered() == before && System.nanoTime() - begin < LONGEST_HOLD_NANOS);
            measured.accept(figure, (loop.answered() - before) * 1e9 / (System.nanoTime() - begin));
        }
    }

    private void besideMix() throws InterruptedException {
        try (ClosedLoop loop = ClosedLoop.start(server.port(), MIX_CLIENTS, WebLoad::mix)) {
            TimeUnit.SECONDS.sleep(SETTLING);
            latency(secondsBesideOthers, Figure.MIX_P50, Figure.MIX_P99);
        }
    }

    private void besideHogs(int count, int settling, @Nullable Figure p50, Figure p99) throws InterruptedException {
        long until = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(settling + secondsBesideOthers + 1);
        List<Connection> hogs = open(count, "/load/hog?until=" + until);
        TimeUnit.SECONDS.sleep(settling);
        latency(secondsBesideOthers, p50, p99);
        finish(hogs);
    }

    private void besideWaiting(int hogs, Figure p99) throws InterruptedException {
        try (ClosedLoop loop = ClosedLoop.start(server.port(), IN_FLIGHT - hogs, random -> "/load/block?millis=1000")) {
            TimeUnit.SECONDS.sleep(1);
            besideHogs(hogs, SETTLING, null, p99);
        }
    }

    private void held() throws InterruptedException {
        for (int i = 0; i < heldBefore; i++) {
            release(hold());
            new WarmUp(server, seconds).awaitCompiled();
        }
        TimeUnit.SECONDS.sleep(heldBefore > 0 ? THREADS_END : 0);
        List<Connection> waiting = hold();
        server.get("/load/heap");
        measured.accept(Figure.HELD_HEAP, Long.parseLong(server.get("/load/heap")) / 1e6);
        measured.accept(Figure.HELD_RESIDENT, server.residentBytes() / 1e6);
        release(waiting);
    }

    /** @return connections whose requests all wait */
    private List<Connection> hold() throws InterruptedException {
        List<Connection> waiting = open(HELD, "/load/hold");
        long begin = System.nanoTime();
        for (int held = 0; held < HELD; held = Integer.parseInt(server.get("/load/held"))) {
            if (System.nanoTime() - begin > LONGEST_HOLD_NANOS) {
                throw new IllegalStateException("only " + held + " of " + HELD + " requests wait after five minutes");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return waiting;
    }

    private void release(List<Connection> waiting) {
        server.get("/load/release");
        finish(waiting);
    }

    private void latency(int span, @Nullable Figure p50, Figure p99) throws InterruptedException {
        LatencySeries series = OpenLoop.send(server.port(), "/load/fast", span);
        if (p50 != null) {
            measured.accept(p50, series.quantileMillis(0, span, 0.5));
        }
        measured.accept(p99, series.quantileMillis(0, span, 0.99));
    }

    private List<Connection> open(int count, String path) {
        List<Connection> connections = new ArrayList<>(IntStream.range(0, count)
                .mapToObj(i -> Connection.open(server.port()))
                .toList());
        connections.forEach(connection -> connection.send(path));
        return connections;
    }

    private static void finish(List<Connection> connections) {
        connections.forEach(connection -> {
            connection.receive();
            connection.close();
        });
    }
}
