package dev.gmp.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Values go through random graphs of channels on threads of all kinds, which are interrupted, and whose channels are closed
 * early now and then: none is lost, none is doubled, and each receiver sees those of one sender in their order. {@code
 * gmp.stress.operations} says how many hand-overs there are, in the profile {@code long}; {@code gmp.stress.seed} repeats a graph.
 */
class ChannelStressTest {

    private static final long OPERATIONS = Long.getLong("gmp.stress.operations", 1_000_000);
    private static final Long SEED = Long.getLong("gmp.stress.seed");
    private static final int HAND_OVERS_OF_A_BUILD = 40_000;
    private static final int MOST_IN_A_GRAPH = 10_000;

    @Test
    @Timeout(300)
    void noValueIsLostOrDoubledOrPassesAnother() throws Exception {
        live(HAND_OVERS_OF_A_BUILD);
    }

    @Test
    @Tag("long")
    @Timeout(14_400)
    void noValueIsLostOrDoubledOrPassesAnotherAtLength() throws Exception {
        live(OPERATIONS);
    }

    private static void live(long handOvers) throws Exception {
        long done = 0;
        for (long seed = SEED == null ? 1 : SEED; done < handOvers; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int some = random.nextInt(1, 1 + random.nextInt(1, MOST_IN_A_GRAPH));
            try (ChannelGraph graph = new ChannelGraph(random, some)) {
                assertThat(graph.run()).as("seed %d, %s", seed, graph).isEmpty();
                done += graph.handOvers();
            }
        }
    }
}
