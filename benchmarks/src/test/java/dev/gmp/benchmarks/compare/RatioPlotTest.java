package dev.gmp.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.peer.Peer;
import org.junit.jupiter.api.Test;

class RatioPlotTest {

    @Test
    void eachPeerHasAColourOfItsOwn() {
        assertThat(Peer.values()).extracting(RatioPlot::colour).doesNotHaveDuplicates();
    }
}
