package dev.gmp.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionCounterTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 239, 240, 241, 256, 1_000})
    void completesWithTheLastExecutionAndNoSooner(int expected) {
        CompletionCounter counter = new CompletionCounter(expected);
        for (int i = 1; i < expected; i++) {
            counter.increment();
            assertThat(counter.isComplete()).isFalse();
        }

        counter.increment();

        assertThat(counter.isComplete()).isTrue();
        assertThat(counter.count()).isEqualTo(expected);
    }

    /** LAST-1: no interleaving of the last executions leaves all of them without the full sum. */
    @Test
    void someExecutionSeesTheFullSum() throws InterruptedException {
        int threads = 4;
        for (int repeat = 0; repeat < 500; repeat++) {
            int each = 60 + repeat % 40; // about the slack, where executions begin to sum
            CompletionCounter counter = new CompletionCounter((long) threads * each);
            List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                workers.add(new Thread(() -> {
                    for (int k = 0; k < each; k++) {
                        counter.increment();
                    }
                }));
            }
            workers.forEach(Thread::start);
            for (Thread worker : workers) {
                worker.join();
            }

            assertThat(counter.isComplete()).as("repeat %d", repeat).isTrue();
        }
    }
}
