package dev.gmp.containers;

import dev.gmp.containers.Throttling.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures as {@code containers.md}: a table for each quota. */
final class ThrottlingReport {

    private static final String INTRODUCTION = """
            # Benchmarks: containers with a CPU quota

            The sample's jar in a container with a quota, once with Boot's own pools (`gmp.mode=off`: 200 threads for requests,
            eight for tasks), and once with gmp as it comes, on two processors, which pause before the quota is used up; without
            these pauses, too, where that was measured. Clients stand outside. Each search is four goroutines or tasks that
            compute for some 30 ms each. The servers have been warmed up without the quota, and are measured in turn, %d time(s);
            the figures are summed.

            A period is 100 ms. It counts as throttled when the container had used up its quota in it and wanted more
            (`nr_throttled` of `cpu.stat`). Held up is how long CPUs then kept its threads waiting (`throttled_time`), summed
            over the CPUs, for each search answered. Both tell how much an application stutters; neither changes how much
            CPU time it gets. A quota of all CPUs there are cannot be used up.

            JDK of the image `%s`, %d CPUs.
            """;

    private final List<Throttling> measured;
    private final int rounds;

    ThrottlingReport(List<Throttling> measured, int rounds) {
        this.measured = measured;
        this.rounds = rounds;
    }

    void write(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(INTRODUCTION
                .formatted(rounds, SampleImage.base(), SampleContainer.cpusOfTheMachine())
                .strip());
        measured.stream().map(Throttling::cpus).distinct().forEach(cpus -> {
            lines.add("");
            lines.add("## A quota of %s CPUs".formatted(cpus));
            lines.add("");
            lines.add(
                    "| load | server | searches | searches/s | CPU a search, ms | periods | throttled | held up a search, ms |");
            lines.add("|---|---|---|---|---|---|---|---|");
            for (Load load : Load.values()) {
                measured.stream()
                        .filter(row -> row.cpus() == cpus && row.load() == load)
                        .forEach(row -> lines.add(line(row)));
            }
        });
        Files.createDirectories(folder);
        Files.write(folder.resolve("containers.md"), lines);
    }

    private static String line(Throttling row) {
        CpuFigures cpu = row.cpu();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %.1f | %.0f | %d | %d (%.0f %%) | %.1f |",
                row.load().title(),
                row.pools().title(),
                row.searches(),
                row.searches() * 1e9 / row.nanos(),
                cpu.usedNanos() / 1e6 / row.searches(),
                cpu.periods(),
                cpu.throttled(),
                100.0 * cpu.throttled() / Math.max(1, cpu.periods()),
                cpu.throttledNanos() / 1e6 / row.searches());
    }
}
