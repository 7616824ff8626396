package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.sysmon.PreemptionPolicy.Observation;
import dev.gmp.internal.sysmon.PreemptionPolicy.Verdict;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule of preemption as tables. All times are in microseconds; the time slice is ten milliseconds. */
class PreemptionPolicyTest {

    private final PreemptionPolicy policy = new PreemptionPolicy(nanos(10_000));

    /** The slice is not used up here. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # blocks, step,  needed, verdict
            false,    20000, true,   LEAVE
            true,     0,     true,   LEAVE
            true,     20,    true,   HAND_OFF
            true,     20,    false,  LEAVE
            true,     9999,  false,  LEAVE
            true,     10000, false,  HAND_OFF
            """)
    void aMachineThatBlocksLosesItsProcessorWhenItIsNeededOrAfterTenMilliseconds(
            boolean blocks, long step, boolean needed, Verdict verdict) {
        Observation seen =
                new Observation(blocks, nanos(step), needed, false, false, false, PreemptionPolicy.NOTHING_DUE);
        assertThat(PreemptionPolicy.decide(seen)).isEqualTo(verdict);
    }

    /** It computes. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # sliceOver, toPause, asked, answerLeft, step, verdict
            false,       false,   false, ,           20,   LEAVE
            false,       true,    false, ,           20,   ASK
            false,       true,    true,  ,           20,   LEAVE
            false,       false,   true,  ,           20,   LEAVE
            true,        false,   false, 2500,       20,   ASK
            true,        false,   false, 2500,       0,    ASK
            true,        true,    false, 2500,       20,   ASK
            true,        false,   true,  1,          20,   LEAVE
            true,        false,   true,  0,          20,   PREEMPT
            true,        false,   true,  -1,         20,   PREEMPT
            true,        false,   true,  -1,         0,    LEAVE
            """)
    void aGoroutineIsAskedToGiveWayAndLosesItsProcessorWhenItDoesNotAnswer(
            boolean sliceOver, boolean toPause, boolean asked, Long answerLeft, long step, Verdict verdict) {
        long left = answerLeft == null ? PreemptionPolicy.NOTHING_DUE : nanos(answerLeft);
        Observation seen = new Observation(false, nanos(step), true, sliceOver, toPause, asked, left);
        assertThat(PreemptionPolicy.decide(seen)).isEqualTo(verdict);
    }

    @Test
    void aGoroutineThatComputesWithinItsSliceIsLeftAlone() {
        assertThat(PreemptionPolicy.decide(Observation.WITHIN_SLICE)).isEqualTo(Verdict.LEAVE);
    }

    /** The machine was seen to block for the first time, or blocks while nothing needs its processor. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # step, needed,     asked, answerLeft, verdict
            0,      true,       false, 2500,       ASK
            0,      true,       true,  0,          LEAVE
            20,     false,      false, 2500,       ASK
            20,     false,      true,  0,          PREEMPT
            20,     true,       true,  0,          HAND_OFF
            20,     true,       false, 2500,       HAND_OFF
            """)
    void aMachineThatBlocksAndMayKeepItsProcessorIsJudgedByItsSliceToo(
            long step, boolean needed, boolean asked, long answerLeft, Verdict verdict) {
        Observation seen = new Observation(true, nanos(step), needed, true, false, asked, nanos(answerLeft));
        assertThat(PreemptionPolicy.decide(seen)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # local, global, procs, comesLast, share
            0,       0,      2,     false,     10000
            1,       0,      2,     false,     5000
            3,       0,      2,     false,     2500
            0,       1,      2,     false,     10000
            0,       2,      2,     false,     5000
            1,       4,      2,     false,     2500
            9,       0,      2,     false,     1000
            100,     0,      2,     false,     1000
            0,       0,      2,     true,      10000
            1,       0,      2,     true,      0
            0,       1,      2,     true,      0
            """)
    void theSliceIsDividedByTheNumberOfThoseThatWait(int local, int global, int procs, boolean comesLast, long share) {
        assertThat(policy.shareNanos(local, global, procs, comesLast)).isEqualTo(nanos(share));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # slice, waiting, share
            500,     0,       500
            500,     9,       500
            1500,    9,       1000
            """)
    void aShortTimeSliceIsNotDividedBelowAMillisecond(long slice, int waiting, long share) {
        assertThat(new PreemptionPolicy(nanos(slice)).shareNanos(waiting, 0, 1, false))
                .isEqualTo(nanos(share));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # share, task, slice, over
            2500,    2499, 2499,  false
            2500,    2500, 2500,  true
            2500,    2499, 9999,  false
            2500,    2500, 9999,  true
            2500,    100,  9999,  false
            2500,    100,  10000, true
            10000,   9999, 9999,  false
            0,       0,    0,     true
            """)
    void aTaskHasItsShareAndThoseOfOneSliceHaveAWholeOne(long share, long task, long slice, boolean over) {
        assertThat(policy.isOver(nanos(share), nanos(task), nanos(slice))).isEqualTo(over);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # share, answer
            10000,   2500
            4000,    1000
            1000,    250
            0,       250
            """)
    void theTimeToAnswerIsAQuarterOfTheShareAndAtLeastOfAMillisecond(long share, long answer) {
        assertThat(PreemptionPolicy.answerNanos(nanos(share))).isEqualTo(nanos(answer));
    }

    private static long nanos(long micros) {
        return TimeUnit.MICROSECONDS.toNanos(micros);
    }
}
