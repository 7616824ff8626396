package dev.gmp.soak;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.observe.SchedulerSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The figures of one life. */
record SoakReport(
        long seed, SchedulerConfig settings, long seconds, Ledger ledger, SchedulerSnapshot end, Invariants.Seen seen) {

    private static final double MEGABYTE = 1 << 20;

    Collection<String> faults() {
        return ledger.faults();
    }

    /** Writes the figures of all lives as a page. */
    static void write(Path file, List<SoakReport> lives) throws IOException {
        StringBuilder page = new StringBuilder("# Soak\n\n");
        page.append("Java %s, %d CPUs. %d s in %d lives, of which each has its seed and its settings.%n%n"
                .formatted(
                        Runtime.version(),
                        Runtime.getRuntime().availableProcessors(),
                        lives.stream().mapToLong(SoakReport::seconds).sum(),
                        lives.size()));
        page.append(
                "| seed | seconds | submitted | refused | withdrawn | snapshots | rests | most machines | oldest wait, ms"
                        + " | preempted | handed off | stolen | resized | heap at rest, MB | faults |\n"
                        + "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        lives.forEach(life -> page.append(life.row()));
        page.append("\n| work | submitted |\n|---|---|\n");
        for (Activity activity : Activity.values()) {
            long sum = lives.stream()
                    .mapToLong(life -> life.ledger.submitted(activity))
                    .sum();
            page.append("| %s | %,d |%n".formatted(words(activity), sum));
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, page);
    }

    private String row() {
        SchedulerCounters counters = end.counters();
        return String.format(
                Locale.ROOT,
                "| %d | %d | %,d | %,d | %,d | %d | %d | %d | %d | %,d | %,d | %,d | %,d | %.0f, then %.0f | %s |%n",
                seed,
                seconds,
                ledger.submitted(),
                ledger.refused(),
                ledger.withdrawn(),
                seen.looks(),
                seen.rests(),
                seen.mostMachines(),
                seen.oldest().toMillis(),
                counters.cooperativePreemptions() + counters.handoffPreemptions(),
                counters.handoffs(),
                counters.stolenGoroutines(),
                counters.procsChanges(),
                seen.firstHeap() / MEGABYTE,
                seen.lastHeap() / MEGABYTE,
                faults().isEmpty() ? "none" : faults().size());
    }

    private static String words(Activity activity) {
        return Arrays.stream(activity.name().split("_"))
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }
}
