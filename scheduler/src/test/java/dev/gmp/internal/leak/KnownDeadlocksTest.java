package dev.gmp.internal.leak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.observe.leak.Deadlock;
import dev.gmp.observe.leak.DeadlockReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A deadlock is new once, and lasts until a look that would have found it does not. */
class KnownDeadlocksTest {

    private final KnownDeadlocks known = new KnownDeadlocks();

    private static Deadlock ofThread(long id) {
        return new Deadlock(List.of(new Deadlock.Waiter(id, "", null, Map.of(), "", id, List.of())));
    }

    private static DeadlockReport report(boolean complete, long... threads) {
        List<Deadlock> deadlocks =
                LongStream.of(threads).mapToObj(KnownDeadlocksTest::ofThread).toList();
        return report(complete, deadlocks);
    }

    private static DeadlockReport report(boolean complete, List<Deadlock> deadlocks) {
        return new DeadlockReport("test", Instant.EPOCH, Duration.ZERO, deadlocks, List.of(), complete);
    }

    @Test
    void aCompleteLookForgetsWhatItDoesNotFind() {
        assertThat(known.look(report(true, 1, 2))).containsExactly(ofThread(1), ofThread(2));
        assertThat(known.look(report(true, 2, 3))).containsExactly(ofThread(3));
        assertThat(known.count()).isEqualTo(2);
        assertThat(known.look(report(true, 1))).containsExactly(ofThread(1));
        assertThat(known.count()).isEqualTo(1);
    }

    @Test
    void theSameThreadsInAnotherDeadlock() {
        Deadlock other = new Deadlock(List.of(new Deadlock.Waiter(1, "", null, Map.of(), "other", 1, List.of())));
        for (boolean complete : new boolean[] {true, false}) {
            known.look(report(true, 1));
            assertThat(known.look(report(complete, List.of(other)))).containsExactly(other);
            assertThat(known.count()).isEqualTo(1);
        }
    }

    @Test
    void anIncompleteLookMissesIt() {
        known.look(report(true, 1));
        assertThat(known.look(report(false, 2))).containsExactly(ofThread(2));
        assertThat(known.count()).isEqualTo(2);
        assertThat(known.look(report(true, 1, 2))).isEmpty();
    }

    @Test
    void itIsNotMissedForEver() {
        known.look(report(true, 1));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < KnownDeadlocks.MOST_MISSES; i++) {
                assertThat(known.look(report(false))).isEmpty();
                assertThat(known.count()).isEqualTo(1);
            }
            known.look(report(false, 1));
        }
        for (int i = 0; i <= KnownDeadlocks.MOST_MISSES; i++) {
            known.look(report(false));
        }
        assertThat(known.count()).isZero();
    }

    @Test
    void noMoreAreCountedThanAReportHolds() {
        known.look(report(false, LongStream.range(0, 15).toArray()));
        known.look(report(false, LongStream.range(15, 30).toArray()));
        assertThat(known.count()).isEqualTo(DeadlockReport.MOST);
    }
}
