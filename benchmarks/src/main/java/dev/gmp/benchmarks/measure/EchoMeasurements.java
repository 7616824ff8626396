package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.net.Echo;
import dev.gmp.benchmarks.workload.net.EchoNetwork;
import java.io.IOException;
import java.time.Duration;
import java.util.function.ObjDoubleConsumer;

/** Small messages that come back: how many, and how soon. */
public final class EchoMeasurements {
    /** Nanoseconds a round trip, many connections together. */
    public static final String NANOS = "ns-a-round-trip";
    /** Microseconds that half of the round trips took at most. */
    public static final String P50 = "p50-us";

    public static final String P99 = "p99-us";
    /** Nanoseconds a round trip on the only connection. */
    public static final String ALONE = "alone-ns-a-round-trip";

    private static final int CONNECTIONS = 100;

    /**
     * The JIT compiles for the first seconds, on the CPUs of the goroutines. When goroutines end for the first time it compiles
     * most of that again, for another second. So there are more ends than one before what is measured.
     */
    private static final int WARM_UPS = 6;

    private static final Duration WARM_UP = Duration.ofSeconds(1);

    private EchoMeasurements() {}

    static void echo(Peer peer, Duration window, ObjDoubleConsumer<String> figures)
            throws IOException, InterruptedException {
        EchoNetwork network = peer.isOwn() ? EchoNetwork.ofScheduler() : EchoNetwork.ofBlockingChannels();
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            Echo many = new Echo(running.threads(), network, CONNECTIONS);
            warmUp(many);
            Echo.Outcome outcome = many.run(window);
            figures.accept(NANOS, outcome.nanosPerRoundTrip());
            figures.accept(P50, outcome.latency(0.5) / 1e3);
            figures.accept(P99, outcome.latency(0.99) / 1e3);
            Echo alone = new Echo(running.threads(), network, 1);
            warmUp(alone);
            figures.accept(ALONE, alone.run(window).nanosPerRoundTrip());
        }
    }

    private static void warmUp(Echo echo) throws IOException, InterruptedException {
        for (int run = 0; run < WARM_UPS; run++) {
            echo.run(WARM_UP);
        }
    }
}
