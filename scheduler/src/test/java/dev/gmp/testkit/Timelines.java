package dev.gmp.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.observe.trace.Timeline;
import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Lane;
import dev.gmp.observe.trace.Timeline.Slice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What holds for every timeline. */
public final class Timelines {

    private Timelines() {}

    /** Slices of a lane follow each other, what a processor shows a machine shows too, and arrows lead from slice to slice. */
    public static void assertSound(Timeline timeline) {
        Map<Lane, List<Slice>> lanes = timeline.slices().stream()
                .collect(Collectors.groupingBy(Slice::lane, TreeMap::new, Collectors.toList()));
        lanes.forEach((lane, slices) -> {
            long last = 0;
            for (Slice slice : slices) {
                assertThat(slice.startNanos()).as("%s", slice).isGreaterThanOrEqualTo(last);
                assertThat(slice.endNanos()).as("%s", slice).isGreaterThanOrEqualTo(slice.startNanos());
                last = slice.endNanos();
            }
            assertThat(last).isLessThanOrEqualTo(timeline.length().toNanos());
        });
        Map<Long, List<Slice>> onMachines = new HashMap<>();
        lanes.forEach((lane, slices) -> {
            if (lane.kind() == Lane.Kind.MACHINE) {
                slices.forEach(slice -> onMachines
                        .computeIfAbsent(slice.goroutine(), any -> new java.util.ArrayList<>())
                        .add(slice));
            }
        });
        lanes.forEach((lane, slices) -> {
            if (lane.kind() == Lane.Kind.PROCESSOR) {
                slices.forEach(slice -> assertThat(onMachines.get(slice.goroutine()))
                        .as("a machine for %s", slice)
                        .anyMatch(outer ->
                                outer.startNanos() <= slice.startNanos() && slice.endNanos() <= outer.endNanos()));
            }
        });
        for (Arrow arrow : timeline.arrows()) {
            assertThat(arrow.toNanos()).as("%s", arrow).isGreaterThanOrEqualTo(arrow.fromNanos());
            assertThat(lanes.get(arrow.from()))
                    .as("where %s begins", arrow)
                    .anyMatch(
                            slice -> slice.startNanos() <= arrow.fromNanos() && arrow.fromNanos() <= slice.endNanos());
            assertThat(lanes.get(arrow.to()))
                    .as("where %s ends", arrow)
                    .anyMatch(slice -> slice.startNanos() == arrow.toNanos() && slice.goroutine() == arrow.goroutine());
        }
    }
}
