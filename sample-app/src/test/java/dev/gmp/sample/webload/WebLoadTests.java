package dev.gmp.sample.webload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The sample serves every request under each load, on Boot's threads and on goroutines of both kinds, with all CPUs and
 * with a quota of one. How fast is written to a table, in the folder that {@code sample.web-load.report} names; {@code
 * sample.web-load.seconds} says how long each figure is measured, {@code sample.web-load.warm-up} how long each load of the
 * {@linkplain WarmUp warm-up} lasts, 0 for none, {@code sample.web-load.held} how many requests wait at once, {@code
 * sample.web-load.rounds} how often all is done, and {@code sample.web-load.throughput-only} whether no more than that is
 * measured.
 */
@Tag("long")
@Timeout(value = 120, unit = TimeUnit.MINUTES)
class WebLoadTests {

    private static final int SECONDS = Integer.getInteger("sample.web-load.seconds", 1);
    private static final int WARM_UP = Integer.getInteger("sample.web-load.warm-up", SECONDS);
    private static final int ROUNDS = Integer.getInteger("sample.web-load.rounds", 1);
    private static final boolean THROUGHPUT_ONLY = Boolean.getBoolean("sample.web-load.throughput-only");

    /** Whether figures are wanted: those of servers that are not warm say nothing. */
    static final boolean MEASURES = WARM_UP > 0;

    /** How often each throughput is measured in a round. */
    static final int WINDOWS = MEASURES ? 3 : 1;

    @TempDir
    private Path folder;

    @Test
    void everyRequestIsServed() throws Exception {
        Map<String, Map<ServerKind, Map<Figure, Double>>> measured = new LinkedHashMap<>();
        measured.put("All CPUs", measure(null));
        Optional<CpuQuota> one = CpuQuota.of(1);
        if (one.isPresent()) {
            try (CpuQuota quota = one.get()) {
                measured.put("A quota of one CPU", measure(quota));
            }
        } else {
            System.out.println("No figures with a CPU quota: this process may not set one");
        }
        write(measured);
        assertThat(measured.values()).allSatisfy(servers -> assertThat(servers).isNotEmpty());
        assertThat(measured.values().stream().flatMap(servers -> servers.values().stream()))
                .allSatisfy(figures -> assertThat(figures.values()).isNotEmpty().allMatch(figure -> figure > 0));
    }

    private Map<ServerKind, Map<Figure, Double>> measure(@Nullable CpuQuota quota) throws Exception {
        Map<ServerKind, Map<Figure, List<Double>>> all = new EnumMap<>(ServerKind.class);
        for (int round = 0; round < ROUNDS; round++) {
            measureOnce(folder.resolve("%d-%s".formatted(round, quota == null ? "all" : "quota")), quota, all);
        }
        Map<ServerKind, Map<Figure, Double>> medians = new EnumMap<>(ServerKind.class);
        all.forEach((kind, figures) -> {
            Map<Figure, Double> own = new EnumMap<>(Figure.class);
            figures.forEach((figure, values) -> own.put(figure, median(values)));
            medians.put(kind, own);
        });
        return medians;
    }

    /**
     * The servers stand side by side, and take turns: from one minute to the next a machine may be another one. While one is
     * measured the others are paused.
     */
    private static void measureOnce(
            Path data, @Nullable CpuQuota quota, Map<ServerKind, Map<Figure, List<Double>>> measured)
            throws InterruptedException {
        List<ServerProcess> servers = new ArrayList<>();
        try {
            List<WebLoad> loads = new ArrayList<>();
            for (ServerKind kind : available()) {
                Map<Figure, List<Double>> figures = measured.computeIfAbsent(kind, k -> new EnumMap<>(Figure.class));
                ServerProcess server = ServerProcess.start(kind, quota, data.resolve(kind.name()));
                servers.add(server);
                server.pause(); // what it has put off is not to run beside the warm-up of another
                loads.add(new WebLoad(server, kind, SECONDS, (figure, value) -> {
                    System.out.println(kind + " " + figure + ": " + value);
                    figures.computeIfAbsent(figure, f -> new ArrayList<>()).add(value);
                }));
            }
            for (WebLoad load : loads) {
                load.warmUp(WARM_UP);
            }
            for (Figure throughput : List.of(Figure.FAST_THROUGHPUT, Figure.MIX_THROUGHPUT)) {
                for (int window = 0; window < WINDOWS; window++) {
                    for (WebLoad load : loads) {
                        load.throughput(throughput);
                    }
                    Collections.rotate(loads, 1);
                }
            }
            if (!THROUGHPUT_ONLY) {
                for (WebLoad load : loads) {
                    load.others(quota == null);
                }
            }
        } finally {
            servers.forEach(ServerProcess::close);
        }
    }

    /** Those asked for; without virtual threads there are no servers on them. */
    private static List<ServerKind> available() {
        String wanted = System.getProperty("sample.web-load.servers", "");
        Stream<ServerKind> kinds = wanted.isBlank()
                ? Stream.of(ServerKind.values())
                : Stream.of(wanted.split(",")).map(name -> ServerKind.valueOf(name.strip()));
        return kinds.filter(kind -> Runtime.version().feature() >= 21 || !kind.holdsAnyNumber())
                .toList();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    private static void write(Map<String, Map<ServerKind, Map<Figure, Double>>> measured) throws IOException {
        String report = System.getProperty("sample.web-load.report", "sample-app/target");
        new WebLoadReport(measured, WARM_UP, SECONDS, ROUNDS)
                .write(Path.of("..").resolve(report));
    }
}
