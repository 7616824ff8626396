package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.testkit.ForkJoinUse;
import dev.gmp.testkit.Place;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Code that uses the JDK's fork/join framework finds on goroutines, and in listeners of direct ones, what it finds on any thread that is no
 * worker of a {@link java.util.concurrent.ForkJoinPool}: the common pool.
 */
@ParameterizedClass
@MethodSource("dev.gmp.testkit.Place#onPlainThreads")
class ForkJoinTest {

    @Parameter
    Place place;

    @BeforeEach
    void onlyWithACommonPool() {
        assumeTrue(ForkJoinUse.isPossible(), "the common pool has no workers");
    }

    @Test
    void noThreadIsAForkJoinWorker() throws Exception {
        assertThat(place.call(ForkJoinUse::isOnAWorker)).isFalse();
    }

    @Test
    void aForkedTaskIsRunThoughNothingJoinsIt() throws Exception {
        assertThat(place.call(ForkJoinUse::forkedTaskIsRun)).isTrue();
    }

    @Test
    void aParallelStreamHasWorkersOfTheCommonPool() throws Exception {
        assertThat(place.call(ForkJoinUse::parallelStreamRunsOnCaller))
                .as("whether each of its threads is the caller")
                .containsExactlyInAnyOrder(true, false);
    }

    @Test
    void aManagedBlockEnds() throws Exception {
        assertThat(place.call(ForkJoinUse::managedBlockIsReleased)).isTrue();
    }

    @Test
    void aWaitForAFutureRunsNoOtherTaskMeanwhile() throws Exception {
        assertThat(place.call(ForkJoinUse::tasksRunInWaits)).isZero();
    }
}
