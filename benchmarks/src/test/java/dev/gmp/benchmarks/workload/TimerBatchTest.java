package dev.gmp.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.peer.Timers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Timers of every peer that has them: so many are set, and fire once, or not at all. */
class TimerBatchTest {
    private static final int COUNT = 1_001;

    static List<Peer> peers() {
        return Arrays.stream(Peer.values())
                .filter(peer -> peer.isAvailable() && peer.hasTimers())
                .toList();
    }

    @Test
    void everyPeerOfTheKindThatHasThemIsAsked() {
        assertThat(peers()).contains(Peer.GMP, Peer.SCHEDULED_THREAD_POOL, Peer.HASHED_WHEEL);
        assertThat(Peer.FORK_JOIN_ASYNC.hasTimers()).isEqualTo(Runtime.version().feature() >= 25);
    }

    @ParameterizedTest
    @MethodSource("peers")
    void eachTimerThatIsSetFiresOnce(Peer peer) {
        AtomicInteger fired = new AtomicInteger();
        Recording timers;
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            timers = new Recording(running.timers(), fired);
            SetAndFire batch = new SetAndFire(timers, COUNT, 2, Duration.ofMillis(20));

            batch.run();

            assertThat(batch.executions()).isEqualTo(COUNT).isEqualTo(batch.expectedExecutions());
            assertThat(batch.nanosToSet()).isPositive();
        }
        assertThat(fired).hasValue(COUNT);
        assertThat(timers.delays).hasSize(COUNT).allMatch(delay -> delay >= 0 && delay < 20_000_000);
    }

    @ParameterizedTest
    @MethodSource("peers")
    void noneThatIsCancelledFires(Peer peer) {
        AtomicInteger fired = new AtomicInteger();
        Recording timers;
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            timers = new Recording(running.timers(), fired);
            SetAndCancel batch = new SetAndCancel(timers, COUNT, 2, Duration.ofHours(1), Duration.ofHours(2));

            batch.run();

            assertThat(batch.cancelled()).isEqualTo(COUNT);
            assertThat(batch.executions()).isEqualTo(batch.expectedExecutions());
            assertThat(batch.nanos()).isPositive();
        }
        assertThat(fired).hasValue(0);
        assertThat(timers.delays).hasSize(COUNT).allMatch(delay -> delay >= 3_600e9 && delay < 7_200e9);
    }

    @Test
    void aTimerThatCannotBeCancelledIsAFailure() {
        try (RunningPeer running = Peer.SCHEDULED_THREAD_POOL.start(1)) {
            Recording timers = new Recording(running.timers(), new AtomicInteger()) {
                @Override
                public boolean cancel(Object timer) {
                    return super.cancel(timer) && delays.size() != COUNT;
                }
            };
            SetAndCancel batch = new SetAndCancel(timers, COUNT, 1, Duration.ofHours(1), Duration.ofHours(2));

            assertThatThrownBy(batch::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("1000 of 1001");
        }
    }

    /** What a peer cannot take is a failure, not a figure. */
    @Test
    void aSetterThatFailsIsAFailure() {
        SetAndFire batch = new SetAndFire(Timers.none(), COUNT, 2, Duration.ofMillis(1));
        assertThatThrownBy(batch::run).isInstanceOf(UnsupportedOperationException.class);

        assertThatThrownBy(() -> OutsideThreads.nanosToRun(2, number -> {
                    throw new UnsupportedOperationException("no timers");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("no timers");
    }

    private static class Recording implements Timers {
        final Queue<Long> delays = new ConcurrentLinkedQueue<>();
        private final Timers timers;
        private final AtomicInteger fired;

        Recording(Timers timers, AtomicInteger fired) {
            this.timers = timers;
            this.fired = fired;
        }

        @Override
        public Setter setterOf(Runnable task) {
            Setter setter = timers.setterOf(() -> {
                fired.incrementAndGet();
                task.run();
            });
            return delay -> {
                delays.add(delay);
                return setter.set(delay);
            };
        }

        @Override
        public boolean cancel(Object timer) {
            return timers.cancel(timer);
        }
    }
}
