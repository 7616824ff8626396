package dev.gmp.sample.webload;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Loads a server until its JIT compiler rests. How long that takes differs from one server to the next: one on platform threads
 * leaves its compiler so little of the CPUs that it is behind for minutes, so after each round the compiler has them alone. The
 * clients are as many as are measured: with more of them other code runs often, and it is compiled anew.
 */
final class WarmUp {

    /** Whatever the compiler has to do still. */
    static final int MOST_ROUNDS = 20;

    /**
     * In percent of one CPU, while there is load. What a compiler goes on with slows the requests that are measured, and more on
     * one server than on another: with 2 it took 0.5 to 1 of 100 parts of the CPU time after that on platform threads, and 3 on
     * virtual goroutines.
     */
    static final int RESTS_BELOW_PERCENT = 1;

    private static final long PAUSE_MILLIS = 200;
    private static final int MOST_PAUSES = 100;

    private final ServerProcess server;
    private final int seconds;

    /** @param seconds how long each of the two loads of a round lasts */
    WarmUp(ServerProcess server, int seconds) {
        this.server = server;
        this.seconds = seconds;
    }

    /** @return what was done, in words */
    String run() throws InterruptedException {
        int rounds = 0;
        double percent;
        do {
            percent = compilerPercentDuring(this::loads);
            awaitCompiled();
            rounds++;
        } while (percent >= RESTS_BELOW_PERCENT && rounds < MOST_ROUNDS);
        return "%d rounds, in the last of which its compiler took %.1f %% of a CPU".formatted(rounds, percent);
    }

    private void loads() throws InterruptedException {
        load(WebLoad.MIX_CLIENTS, WebLoad::mix);
        load(WebLoad.FAST_CLIENTS, random -> "/load/fast");
    }

    private void load(int clients, Function<SplittableRandom, String> next) throws InterruptedException {
        try (ClosedLoop loop = ClosedLoop.start(server.port(), clients, next)) {
            TimeUnit.SECONDS.sleep(seconds);
        }
    }

    /** Returns when its compiler rests, while there is no load. */
    void awaitCompiled() throws InterruptedException {
        int pauses = 0;
        double percent;
        do {
            percent = compilerPercentDuring(WarmUp::pause);
            pauses++;
        } while (percent >= RESTS_BELOW_PERCENT && pauses < MOST_PAUSES);
    }

    private static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }

    /** Of one CPU. */
    private double compilerPercentDuring(Span span) throws InterruptedException {
        long before = server.compilerNanos();
        long begin = System.nanoTime();
        span.pass();
        return 100.0 * (server.compilerNanos() - before) / (System.nanoTime() - begin);
    }

    private interface Span {

        void pass() throws InterruptedException;
    }
}
