package dev.gmp.benchmarks.fairness;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.time.Duration;

/** Makes one run and prints its timeline. To be run in a JVM of its own. */
final class FairnessOnce {
    static final int HOGS_PER_PROCESSOR = 2;
    static final Duration WINDOW = Duration.ofMillis(100);
    private static final Duration BEFORE = Duration.ofMillis(500);
    private static final Duration AFTER = Duration.ofSeconds(1);
    private static final Duration WARM_UP = Duration.ofMillis(300);

    private FairnessOnce() {}

    /** Arguments: the peer's id, and for how many milliseconds there are hogs. */
    public static void main(String... args) {
        int procs = Parallelism.ofThisJvm();
        try (RunningPeer running = Peer.byId(args[0]).start(procs)) {
            FairnessRun run = new FairnessRun(running.executor(), HOGS_PER_PROCESSOR * procs, procs);
            run.run(BEFORE, WARM_UP, BEFORE, WINDOW);
            Duration busy = Duration.ofMillis(Long.parseLong(args[1]));
            System.out.print(run.run(BEFORE, busy, AFTER, WINDOW).csv());
        }
    }
}
