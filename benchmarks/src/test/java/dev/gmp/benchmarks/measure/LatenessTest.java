package dev.gmp.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.peer.Timers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LatenessTest {
    private static final Duration GAP = Duration.ofMillis(1);

    static List<Peer> peers() {
        return Arrays.stream(Peer.values())
                .filter(peer -> peer.isAvailable() && peer.hasTimers())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("peers")
    void noTimerIsEarly(Peer peer) {
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            long[] lateness = new Lateness(running.timers(), GAP).run(50);

            assertThat(lateness).hasSize(50).isSorted();
            assertThat(lateness[0]).isPositive();
        }
    }

    /** A peer that fires each timer when it is set, long before its time. */
    @Test
    void latenessIsCountedFromTheTimeThatWasAskedFor() {
        Timers tooEarly = new Timers() {
            @Override
            public Setter setterOf(Runnable task) {
                return delay -> {
                    task.run();
                    return task;
                };
            }

            @Override
            public boolean cancel(Object timer) {
                return false;
            }
        };

        long[] lateness = new Lateness(tooEarly, Duration.ofHours(1)).run(50);

        assertThat(lateness[0]).isLessThan(-30_000_000);
    }
}
