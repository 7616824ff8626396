package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Results.Sample;
import dev.gmp.benchmarks.figures.Median;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The figures of each round as a file, which also a {@code benchmarks.jar} of another version can read. */
public final class FiguresCsv {
    private static final String HEADING = "round,work,unit,peer,value";

    private static final Pattern LINE =
            Pattern.compile("\\d+,\"(?<work>[^\"]*)\",(?<unit>.*),(?<peer>[^,]*),(?<value>[^,]*)");

    private FiguresCsv() {}

    static String of(List<Sample> samples) {
        StringBuilder text = new StringBuilder(HEADING).append('\n');
        for (Sample sample : samples) {
            text.append(String.format(
                    Locale.ROOT,
                    "%d,\"%s\",%s,%s,%.6f%n",
                    sample.round() + 1,
                    sample.metric().name(),
                    sample.metric().unit(),
                    sample.peer().id(),
                    sample.value()));
        }
        return text.toString();
    }

    /**
     * The figures by the names of their metrics; of several rounds or turns the median.
     *
     * @param text of one peer
     * @throws IllegalArgumentException if it is no such file
     */
    public static Map<String, Double> parse(String text) {
        Map<String, List<Double>> figures = new HashMap<>();
        text.lines().skip(1).forEach(line -> {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("There is no figure in the line '" + line + "'");
            }
            figures.computeIfAbsent(matcher.group("work"), name -> new ArrayList<>())
                    .add(Double.valueOf(matcher.group("value")));
        });
        return figures.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> Median.of(entry.getValue())));
    }
}
