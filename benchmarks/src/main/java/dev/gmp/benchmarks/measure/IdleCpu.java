package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.SubmitFromOutside;
import java.time.Duration;
import java.util.Set;

/**
 * The processor time that a scheduler uses while it has nothing to do: it is started, made busy for a moment so that
 * all its threads exist, left alone to settle, and then watched.
 */
public record IdleCpu(Peer peer, int parallelism) {
    private static final int SUBMITTERS = 2;
    private static final int SAMPLES = 4;

    /**
     * How a scheduler was idle.
     *
     * @param tasksBefore how many tasks had been executed before
     * @param percentOfCore processor time of the threads that it has started
     */
    public record Usage(long tasksBefore, double percentOfCore) {}

    /** Keeps the scheduler busy with so many tasks, waits for {@code settle}, and then watches it for {@code window}. */
    public Usage measure(int tasksBefore, Duration settle, Duration window) throws InterruptedException {
        Set<Long> others = ThreadCpu.liveThreads();
        try (RunningPeer running = peer.start(parallelism)) {
            SubmitFromOutside busy = new SubmitFromOutside(running.executor(), tasksBefore, SUBMITTERS);
            busy.run();
            Thread.sleep(settle.toMillis());
            return new Usage(busy.executions(), percentOfCore(others, window));
        }
    }

    /** What all threads but {@code others} use from now on. */
    static double percentOfCore(Set<Long> others, Duration window) throws InterruptedException {
        ThreadCpu cpu = new ThreadCpu(others);
        long start = System.nanoTime();
        for (int sample = 1; sample <= SAMPLES; sample++) {
            Thread.sleep(window.dividedBy(SAMPLES).toMillis());
            cpu.sample();
        }
        return 100.0 * cpu.nanos() / (System.nanoTime() - start);
    }
}
