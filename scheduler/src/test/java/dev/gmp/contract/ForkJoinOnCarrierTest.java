package dev.gmp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.testkit.ForkJoinUse;
import dev.gmp.testkit.Place;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A listener of virtual goroutines runs on their carrier, a fork/join worker. What it forks runs once it has returned. */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("dev.gmp.testkit.Place#onCarriers")
class ForkJoinOnCarrierTest {

    @Parameter
    Place place;

    @BeforeEach
    void onlyWithACommonPool() {
        assumeTrue(ForkJoinUse.isPossible(), "the common pool has no workers");
    }

    @Test
    void aForkedTaskIsRunInTheCommonPool() throws Exception {
        CompletableFuture<ForkJoinPool> pool = new CompletableFuture<>();
        place.call(() ->
                ForkJoinTask.adapt(() -> pool.complete(ForkJoinTask.getPool())).fork());
        assertThat(pool.get(60, TimeUnit.SECONDS)).isSameAs(ForkJoinPool.commonPool());
    }

    /** It may take all that is queued on the carrier, also what stands there for queued work. */
    @Test
    void aTaskForkedAfterAllWereTakenIsRun() throws Exception {
        CompletableFuture<Object> ran = new CompletableFuture<>();
        place.call(() -> {
            ForkJoinTask.helpQuiesce();
            return ForkJoinTask.adapt(() -> ran.complete(true)).fork();
        });
        assertThat(ran.get(60, TimeUnit.SECONDS)).isEqualTo(true);
    }

    @Test
    void aParallelStreamIsRight() throws Exception {
        assertThat(place.call(() -> IntStream.rangeClosed(1, 1_000).parallel().sum()))
                .isEqualTo(500_500);
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
