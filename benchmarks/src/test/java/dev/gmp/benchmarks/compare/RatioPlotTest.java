package dev.gmp.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.peer.Peer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RatioPlotTest {

    @Test
    void eachPeerHasAColourOfItsOwn() {
        assertThat(Peer.values()).extracting(RatioPlot::colour).doesNotHaveDuplicates();
    }

    @Test
    void isAsWideAsItsLegend() {
        Plan plan = new Plan(Group.CHANNELS, List.of(), Group.CHANNELS.availablePeers(), 1, 2, Effort.QUICK);

        String svg = new RatioPlot(plan, new Results()).svg();

        Matcher target = Pattern.compile("<text x=\"(\\d+)\"[^>]*>target<").matcher(svg);
        Matcher width = Pattern.compile("viewBox=\"0 0 (\\d+)").matcher(svg);
        assertThat(target.find() && width.find()).isTrue();
        assertThat(Integer.parseInt(target.group(1))).isLessThan(Integer.parseInt(width.group(1)));
    }
}
