package dev.gmp.internal.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.label.Labels;
import dev.gmp.internal.sched.Readying;
import dev.gmp.observe.TaskKindSnapshot;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a sampled turn counts for, by hand. */
class KindTurnTest {

    private static final long MILLI = 1_000_000;

    private final TaskKinds kinds = new TaskKinds();
    private final KindTurn turn = new KindTurn();

    @Test
    void aTurnStandsForThoseThatAreNotTimed() {
        turn.begin(null, "a", 100);
        turn.end(kinds, 2 * MILLI, 100 + 5 * MILLI);

        assertCounted("a", 64 * 2, 64 * 5, 0);
    }

    @Test
    void aTurnStandsForTimedOnesThatWereLeftOut() {
        turn.leaveOut();
        turn.leaveOut();
        turn.begin(null, "a", 0);
        turn.end(kinds, 0, MILLI);
        assertCounted("a", 0, 3 * 64, 0);

        turn.begin(null, "a", 0);
        turn.end(kinds, 0, MILLI);
        assertCounted("a", 0, 4 * 64, 0);
    }

    @Test
    void ofALongTurnTheFirstTenMillisecondsCount() {
        turn.begin(null, "a", 0);
        turn.enter(TaskStatus.BLOCKED, 9 * MILLI);
        turn.enter(TaskStatus.RUN, 20 * MILLI);
        turn.end(kinds, 0, 21 * MILLI);

        assertCounted("a", 0, 64 * 9, 64);
    }

    @Test
    void eachStatusHasItsOwnTime() {
        turn.begin(null, "a", 0);
        turn.enter(TaskStatus.BLOCKED, MILLI);
        turn.enter(TaskStatus.RUN, 3 * MILLI);
        turn.enter(TaskStatus.WAIT, 4 * MILLI);
        turn.enter(TaskStatus.RUN, 8 * MILLI);
        turn.end(kinds, MILLI, 9 * MILLI);

        assertCounted("a", 64 * 5, 64 * 3, 64 * 2);
    }

    @Test
    void aTurnThatLostItsProcessorToABlockWasBlocked() {
        turn.begin(null, "a", 0);
        turn.loseToBlock();
        turn.end(kinds, 0, 4 * MILLI);
        assertCounted("a", 0, 0, 64 * 4);

        turn.begin(null, "a", 0);
        turn.end(kinds, 0, MILLI);
        assertCounted("a", 0, 64, 64 * 4);
    }

    @Test
    void aProcessorThatIsLostInAMarkedSectionChangesNothing() {
        turn.begin(null, "a", 0);
        turn.enter(TaskStatus.BLOCKED, MILLI);
        turn.loseToBlock();
        turn.enter(TaskStatus.RUN, 3 * MILLI);
        turn.end(kinds, 0, 4 * MILLI);

        assertCounted("a", 0, 64 * 2, 64 * 2);
    }

    @Test
    void theLabelOfTheTurnNamesTheKindAlsoAfterItsRemoval() {
        Labels labels = Labels.with(null, "method", "shop.Orders.send");
        turn.begin(null, "a", 0);
        turn.labelled(labels);
        turn.labelled(Labels.with(Labels.with(labels, "method", null), "tenant", "7"));
        turn.end(kinds, 0, MILLI);

        assertThat(kinds.snapshots()).extracting(TaskKindSnapshot::name).containsExactly("shop.Orders.send");
    }

    @Test
    void aTaskWhoseKindIsUnknownCountsForNone() {
        turn.begin(null, null, 0);
        turn.end(kinds, 0, MILLI);

        assertThat(kinds.snapshots()).isEmpty();
    }

    @Test
    void theMostExpensiveKindComesFirst() {
        for (int millis = 1; millis <= 3; millis++) {
            turn.begin(null, "kind " + millis, 0);
            turn.end(kinds, 0, millis * MILLI);
        }

        assertThat(kinds.snapshots()).extracting(TaskKindSnapshot::name).containsExactly("kind 3", "kind 2", "kind 1");
    }

    @Test
    void aTurnIsSeenAgainOnlyIfItIsTheSame() {
        assertThat(turn.see(1, TaskStatus.BLOCKED)).isNull();
        assertThat(turn.see(1, TaskStatus.RUN)).isEqualTo(TaskStatus.BLOCKED);
        assertThat(turn.see(2, TaskStatus.WAIT)).isNull();
        turn.isUnseen();
        assertThat(turn.see(2, TaskStatus.RUN)).isNull();
    }

    /** Kinds that come in turn are sampled alike, however many there are. */
    @Test
    void theSampleMovesThroughTheSequence() {
        int[] sampled =
                IntStream.range(0, 64 * 64).filter(n -> Readying.isSampled(n)).toArray();

        assertThat(sampled).hasSize(64);
        assertThat(IntStream.of(sampled).map(n -> n % 64).distinct().count()).isEqualTo(64);
        assertThat(IntStream.of(sampled).map(n -> n / 64).distinct().count()).isEqualTo(64);
        assertThat(Readying.isSampled(-64L * 64 * 64)).isTrue();
    }

    private void assertCounted(String name, long waitMillis, long runMillis, long blockedMillis) {
        assertThat(kinds.snapshots())
                .containsExactly(new TaskKindSnapshot(
                        name,
                        Duration.ofMillis(waitMillis),
                        Duration.ofMillis(runMillis),
                        Duration.ofMillis(blockedMillis),
                        0,
                        0));
    }
}
