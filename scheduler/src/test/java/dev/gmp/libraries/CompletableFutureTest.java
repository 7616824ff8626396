package dev.gmp.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CompletableFutureTest {

    @Test
    void aTreeOfFuturesIsSummedUp() {
        try (GoroutinesAtWork work = new GoroutinesAtWork()) {
            assertThat(sum(work.scheduler(), 0, 10_000).join()).isEqualTo(49_995_000L);
            work.checkThreads();
        }
    }

    @Test
    void goroutinesWaitForStagesThatOtherGoroutinesComplete() throws Exception {
        try (GoroutinesAtWork work = new GoroutinesAtWork()) {
            List<CompletableFuture<Integer>> promises = new ArrayList<>();
            for (int i = 0; i <= 1_000; i++) {
                promises.add(new CompletableFuture<>());
            }
            promises.get(1_000).complete(0);
            // each waits for the one after it
            work.checkAll(
                    1_000,
                    number -> {
                        int next = promises.get(number + 1).get();
                        promises.get(number).complete(next + 1);
                        return next;
                    },
                    number -> 999 - number);
            work.checkThreads();
        }
    }

    @Test
    void timeOutsAndFailuresArrive() {
        try (GoroutinesAtWork work = new GoroutinesAtWork()) {
            CompletableFuture<Integer> failing = CompletableFuture.supplyAsync(
                            () -> {
                                throw new IllegalStateException("planted");
                            },
                            work.scheduler())
                    .thenApplyAsync(nothing -> 1, work.scheduler());
            assertThatThrownBy(failing::join)
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("planted");

            CompletableFuture<Integer> late = new CompletableFuture<Integer>()
                    .completeOnTimeout(7, 5, TimeUnit.MILLISECONDS)
                    .thenApplyAsync(value -> value * 2, work.scheduler());
            assertThat(late.join()).isEqualTo(14);
        }
    }

    private static CompletableFuture<Long> sum(GmpScheduler scheduler, long from, long to) {
        if (to - from == 1) {
            return CompletableFuture.completedFuture(from);
        }
        long middle = (from + to) / 2;
        return CompletableFuture.supplyAsync(() -> sum(scheduler, from, middle), scheduler)
                .thenCompose(left -> left)
                .thenCombineAsync(
                        CompletableFuture.supplyAsync(() -> sum(scheduler, middle, to), scheduler)
                                .thenCompose(right -> right),
                        Long::sum,
                        scheduler);
    }
}
