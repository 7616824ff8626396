package dev.gmp.spring.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A trace as a viewer sees it. */
final class ParsedTrace {

    /** A lane is its process and its thread, as in the file. */
    private record Slice(String lane, String name, BigDecimal start, BigDecimal end) {

        boolean covers(String otherLane, BigDecimal moment) {
            return lane.equals(otherLane) && start.compareTo(moment) <= 0 && moment.compareTo(end) <= 0;
        }
    }

    private record End(String lane, BigDecimal moment) {}

    private final Map<String, String> processes = new HashMap<>();
    private final List<Slice> slices = new ArrayList<>();
    private final Map<Long, End> flowStarts = new HashMap<>();
    private final Map<Long, End> flowEnds = new HashMap<>();
    private final long dropped;

    private ParsedTrace(long dropped) {
        this.dropped = dropped;
    }

    static ParsedTrace of(JsonNode json) {
        ParsedTrace trace = new ParsedTrace(json.at("/otherData/droppedEvents").asLong());
        json.get("traceEvents").forEach(trace::add);
        return trace;
    }

    private void add(JsonNode event) {
        String process = event.get("pid").asString();
        String lane = process + "/" + event.get("tid").asString();
        switch (event.get("ph").asString()) {
            case "M" -> {
                if (event.get("name").asString().equals("process_name")) {
                    processes.put(process, event.at("/args/name").asString());
                }
            }
            case "X" -> {
                BigDecimal start = moment(event);
                BigDecimal length = event.get("dur").decimalValue();
                slices.add(new Slice(lane, event.get("name").asString(), start, start.add(length)));
            }
            case "s" ->
                assertThat(flowStarts.put(event.get("id").asLong(), new End(lane, moment(event))))
                        .isNull();
            case "f" ->
                assertThat(flowEnds.put(event.get("id").asLong(), new End(lane, moment(event))))
                        .isNull();
            case "i" -> assertThat(event.get("name").asString()).isNotEmpty();
            default -> throw new AssertionError(event);
        }
    }

    void assertSound() {
        assertThat(processes).containsValues("Processors", "Machines", "Other threads");
        Map<String, BigDecimal> last = new HashMap<>();
        slices.stream().sorted(Comparator.comparing(Slice::start)).forEach(slice -> {
            BigDecimal before = last.put(slice.lane(), slice.end());
            assertThat(slice.start()).as("%s", slice).isGreaterThanOrEqualTo(before == null ? BigDecimal.ZERO : before);
            assertThat(slice.end()).as("%s", slice).isGreaterThanOrEqualTo(slice.start());
        });
        assertThat(flowStarts).isNotEmpty().containsOnlyKeys(flowEnds.keySet());
        flowStarts.forEach((id, start) -> {
            assertThat(slices).anyMatch(slice -> slice.covers(start.lane(), start.moment()));
            End end = flowEnds.get(id);
            assertThat(end.moment()).isGreaterThanOrEqualTo(start.moment());
            assertThat(slices)
                    .anyMatch(slice ->
                            slice.lane().equals(end.lane()) && slice.start().compareTo(end.moment()) == 0);
        });
    }

    /** The names of slices that end with a text. */
    List<String> slices(String process, String suffix) {
        return slices.stream()
                .filter(slice -> process.equals(processes.get(slice.lane().split("/")[0]))
                        && slice.name().endsWith(suffix))
                .map(Slice::name)
                .toList();
    }

    /** From which slices flows lead to slices whose name ends with a text. */
    List<String> flowsTo(String suffix) {
        List<String> names = new ArrayList<>();
        flowEnds.forEach((id, end) -> {
            boolean isWanted = slices.stream()
                    .anyMatch(slice -> slice.lane().equals(end.lane())
                            && slice.start().compareTo(end.moment()) == 0
                            && slice.name().endsWith(suffix));
            if (isWanted) {
                End start = flowStarts.get(id);
                names.add(slices.stream()
                        .filter(slice -> slice.covers(start.lane(), start.moment()))
                        .map(Slice::name)
                        .findFirst()
                        .orElseThrow());
            }
        });
        return names;
    }

    long dropped() {
        return dropped;
    }

    private static BigDecimal moment(JsonNode event) {
        return event.get("ts").decimalValue();
    }
}
