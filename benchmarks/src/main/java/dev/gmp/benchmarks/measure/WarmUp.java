package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.SubmitFromOutside;
import java.time.Duration;

/** Makes the JVM compile a peer's code before its figures count. */
final class WarmUp {
    private static final int TASKS = 500_000;
    private static final int SUBMITTERS = 2;

    /** The same code sooner compiled: at a millisecond a task that would take a minute. */
    private static final Duration TRICKLE_INTERVAL = Duration.ofNanos(20_000);

    private static final int TRICKLE = 20_000;

    private WarmUp() {}

    static void withTasks(RunningPeer running) {
        new SubmitFromOutside(running.executor(), TASKS, SUBMITTERS).run();
    }

    /** Also with tasks that wake a worker each. */
    static void withTrickle(RunningPeer running) {
        withTasks(running);
        new Trickle(running.executor(), TRICKLE_INTERVAL).run(TRICKLE);
    }
}
