package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Ages from marks, with times and positions made up: nothing is ever called older than it is. */
class QueueAgeTest {

    private final QueueAge age = new QueueAge();

    @Test
    void nothingWaits() {
        age.mark(5, 5, 100);
        assertThat(age.age(5, 200)).isZero();
    }

    @Test
    void theHeadIsAsOldAsTheFirstMarkBehindIt() {
        age.mark(3, 0, 100);
        age.mark(6, 0, 200);

        assertThat(age.age(0, 1_000)).isEqualTo(900);
        assertThat(age.age(2, 1_000)).isEqualTo(900);
        assertThat(age.age(3, 1_000)).isEqualTo(800);
        assertThat(age.age(6, 1_000)).isZero();
    }

    /** A queue whose head moves all the time can still hold all that come for long. */
    @Test
    void aQueueThatMovesHasTheAgeOfWhatIsAtItsHeadNow() {
        for (int look = 1; look <= 10; look++) {
            age.mark(100 * look, 50 * look, 1_000L * look);
        }
        assertThat(age.age(500, 10_000)).isEqualTo(10_000 - 6_000); // the mark at 600: at 500 there were 500
    }

    @Test
    void aTailThatStandsStillKeepsItsFirstTime() {
        age.mark(1, 0, 100);
        age.mark(1, 0, 200);
        assertThat(age.age(0, 300)).isEqualTo(200);
    }

    /** With more looks than marks it gets coarser, and stays at or below the truth, which is 1,000 looks here. */
    @Test
    void marksAreThinnedOut() {
        for (int look = 1; look <= 1_000; look++) {
            age.mark(look, 0, look);
        }
        for (int taken = 0; taken < 1_000; taken++) {
            long truth = 1_001 - (taken + 1);
            assertThat(age.age(taken, 1_001)).isBetween(0L, truth);
        }
    }

    @Test
    void afterThinningOutTheOldestIsStillOld() {
        for (int look = 1; look <= 1_000; look++) {
            age.mark(look, 0, look);
        }
        assertThat(age.age(0, 1_001)).isGreaterThan(400);
    }

    @Test
    void positionsWrap() {
        age.mark(Integer.MIN_VALUE + 1, Integer.MAX_VALUE - 1, 100);
        assertThat(age.age(Integer.MAX_VALUE, 300)).isEqualTo(200);
        assertThat(age.age(Integer.MIN_VALUE + 1, 300)).isZero();
    }
}
