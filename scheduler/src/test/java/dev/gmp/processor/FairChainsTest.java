package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two tasks that submit themselves again, as the fair workers of a reactive library do, on one processor. */
class FairChainsTest {

    private static final int LENGTH = 100;

    /** On the only processor, or one after the other: it needs no guard. */
    private final List<String> order = new ArrayList<>();

    private final CountDownLatch ended = new CountDownLatch(2);

    static Stream<Function<GmpScheduler, Executor>> fairExecutors() {
        return Stream.of(
                scheduler -> scheduler::resumeLast,
                scheduler -> scheduler.bulkhead("fair").maxGoroutines(1).build());
    }

    @ParameterizedTest
    @MethodSource("fairExecutors")
    void chainsTakeTurns(Function<GmpScheduler, Executor> executor) throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            runTwoChains(scheduler, executor.apply(scheduler));
        }
        assertThat(String.join("", order)).isEqualTo("ab".repeat(LENGTH));
    }

    @Test
    void aTaskThatSubmitsItselfComesNext() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1))) {
            runTwoChains(scheduler, scheduler);
        }
        assertThat(String.join("", order)).contains("aaaa", "bbbb").doesNotContain("ababab");
    }

    private void runTwoChains(GmpScheduler scheduler, Executor executor) throws InterruptedException {
        scheduler.execute(() -> {
            runChain("a", LENGTH, executor);
            runChain("b", LENGTH, executor);
        });
        ended.await();
    }

    private void runChain(String name, int left, Executor executor) {
        if (left == 0) {
            ended.countDown();
            return;
        }
        executor.execute(() -> {
            order.add(name);
            runChain(name, left - 1, executor);
        });
    }
}
