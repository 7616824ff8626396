package dev.gmp.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Of eight cases that are always ready each is chosen at least 800 times in 10,000 runs. The mean is 1,250 and a standard
 * deviation 33, so chance alone fails once in 10^40 runs.
 */
class SelectFairnessTest {

    private static final int CASES = 8;
    private static final int RUNS = 10_000;
    private static final int LEAST = 800;

    private final int[] chosen = new int[CASES];

    @Test
    void everyReadyReceiverIsChosen() throws Exception {
        SelectBuilder cases = Select.builder();
        for (int i = 0; i < CASES; i++) {
            int number = i;
            Channel<Integer> channel = Channel.buffered(RUNS);
            IntStream.range(0, RUNS).forEach(channel::trySend);
            cases.receive(channel, value -> chosen[number]++);
        }

        assertEachIsChosen(cases.build());
    }

    @Test
    void everyReadySenderIsChosen() throws Exception {
        SelectBuilder cases = Select.builder();
        for (int i = 0; i < CASES; i++) {
            int number = i;
            cases.send(Channel.buffered(RUNS), () -> 1, () -> chosen[number]++);
        }

        assertEachIsChosen(cases.build());
    }

    @Test
    void everyCaseOnOneChannelIsChosen() throws Exception {
        Channel<Integer> channel = Channel.buffered(RUNS);
        SelectBuilder cases = Select.builder();
        for (int i = 0; i < CASES; i++) {
            int number = i;
            cases.send(channel, () -> number, () -> chosen[number]++);
        }

        assertEachIsChosen(cases.build());
    }

    private void assertEachIsChosen(Select select) throws InterruptedException {
        for (int i = 0; i < RUNS; i++) {
            select.run();
        }

        assertThat(IntStream.of(chosen).min().orElseThrow()).isGreaterThanOrEqualTo(LEAST);
        assertThat(IntStream.of(chosen).sum()).isEqualTo(RUNS);
    }
}
