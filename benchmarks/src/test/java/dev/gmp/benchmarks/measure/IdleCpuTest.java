package dev.gmp.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdleCpuTest {
    private static final Duration WINDOW = Duration.ofMillis(100);

    static List<Peer> peers() {
        return Peer.available();
    }

    @ParameterizedTest
    @MethodSource("peers")
    void executesTheTasksBeforeItWatches(Peer peer) throws InterruptedException {
        IdleCpu.Usage usage = new IdleCpu(peer, Parallelism.ofThisJvm()).measure(1_000, Duration.ofMillis(10), WINDOW);

        assertThat(usage.tasksBefore()).isEqualTo(1_000);
        assertThat(usage.percentOfCore()).isNotNegative();
    }

    /** Otherwise every scheduler would seem idle. */
    @ParameterizedTest
    @MethodSource("peers")
    void seesTheThreadsOfAPeerThatIsNotIdle(Peer peer) throws InterruptedException {
        Set<Long> others = ThreadCpu.liveThreads();
        others.removeIf(id -> peer == Peer.KOTLINX_DEFAULT || peer == Peer.VIRTUAL_THREADS); // may have run before
        AtomicBoolean idle = new AtomicBoolean();
        CountDownLatch busy = new CountDownLatch(1);
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            running.executor().execute(() -> {
                busy.countDown();
                while (!idle.get()) {
                    Thread.onSpinWait();
                }
            });
            busy.await();

            double used = 0;
            for (int window = 0; window < 600 && used <= 1; window++) { // on a busy machine it may get no CPU in some
                used = IdleCpu.percentOfCore(others, WINDOW);
            }

            idle.set(true);
            assertThat(used).isGreaterThan(1);
        }
    }
}
