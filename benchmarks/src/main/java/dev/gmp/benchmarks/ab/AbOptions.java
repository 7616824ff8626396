package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.compare.CompareCommand;
import dev.gmp.benchmarks.compare.Workload;
import dev.gmp.benchmarks.peer.Peer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpec;

/** What the command line says. */
final class AbOptions {
    /** What scheduling costs, on both kinds of goroutines, in some 25 minutes. */
    static final List<String> WORKLOADS = List.of(
            "forkTree",
            "resubmit",
            "handOver",
            "submitFromOutside",
            "spawn",
            "pingPong",
            "hogLatency:p99",
            "setAndCancel");

    /** A system property: the folder from which relative names of files count. The script runs elsewhere. */
    private static final String CALLED_FROM = "gmp.benchmarks.calledFrom";

    private static final int MIN_PAIRS = 2;
    private static final int MAX_PAIRS = 1_000;
    private static final double MAX_GATE = 100;

    private static final String INTRODUCTION = """
            benchmarks/run ab OLD.jar NEW.jar [options]

            Measures two benchmarks.jar files in turns and says how their figures differ. Each measurement has a JVM of its
            own, which the jar's own compare command starts; a pair takes each with one jar and at once with the other.
            new/old is the geometric mean of the pairs' ratios. All figures are times or amounts, none is a rate: below 1 the
            new version takes less. The interval is that of 95 %, by 10,000 bootstrap resamples of the pairs' log ratios.
            The verdict is about the gate: a figure whose whole interval lies above it is a LOSS (missed), one whose interval lies
            below it has met it, and one whose interval contains it is undecided. Behind it stands more or less if the interval
            excludes 1. The last column says what the new jar's own figures say of the target that compare holds them against; a
            target that names a peer needs that peer in --peers.

            Exit status: 0 no loss, 1 a loss, 2 wrong arguments, 3 no loss but measurements failed.
            """;

    private final OptionParser parser = new OptionParser(false);
    private final OptionSpec<String> jars = parser.nonOptions("OLD.jar NEW.jar");
    private final OptionSpec<Integer> pairs = parser.accepts("pairs", "how often; fewer than five say little")
            .withRequiredArg()
            .ofType(Integer.class)
            .defaultsTo(10);
    private final OptionSpec<String> workloads = parser.accepts(
                    "workloads", "what to measure; hogLatency:p99 is one figure of hogLatency: " + Workload.ids())
            .withRequiredArg()
            .withValuesSeparatedBy(',')
            .defaultsTo(WORKLOADS.toArray(String[]::new));
    private final OptionSpec<String> peers = parser.accepts(
                    "peers",
                    "on which executors, where they have the workload: "
                            + Arrays.stream(Peer.values())
                                    .filter(Peer::isInThisJvm)
                                    .map(Peer::id)
                                    .collect(Collectors.joining(", "))
                            + "; default: those of this project")
            .withRequiredArg()
            .withValuesSeparatedBy(',');
    private final OptionSpec<Double> gate = parser.accepts("gate", "the ratio from which a figure is a loss")
            .withRequiredArg()
            .ofType(Double.class)
            .defaultsTo(1.05);
    private final OptionSpec<Long> seed = parser.accepts("seed", "draws which jar comes first in which pair")
            .withRequiredArg()
            .ofType(Long.class)
            .defaultsTo(1L);
    private final OptionSpec<Integer> procs = parser.accepts("procs", "how many processors the scheduler gets")
            .withRequiredArg()
            .ofType(Integer.class)
            .defaultsTo(Runtime.getRuntime().availableProcessors());
    private final OptionSpec<Void> quick =
            parser.accepts("quick", "a first look: each JVM measures for a shorter time");
    private final OptionSpec<String> csv =
            parser.accepts("csv", "a file for the figures of all pairs").withRequiredArg();
    private final OptionSpec<Void> help = parser.accepts("help", "says this").forHelp();

    /** @param csv where the figures of all pairs are written */
    record Chosen(AbPlan plan, double gate, Optional<Path> csv) {}

    /**
     * Empty if help is asked for.
     *
     * @throws OptionException if an option or its value cannot be understood
     * @throws IllegalArgumentException if what is chosen does not exist
     */
    Optional<Chosen> parse(String[] arguments) {
        OptionSet options = parser.parse(arguments);
        if (options.has(help)) {
            return Optional.empty();
        }
        return Optional.of(new Chosen(plan(options), gate(options), csv(options)));
    }

    void printHelpOn(PrintStream out) throws IOException {
        out.println(INTRODUCTION);
        parser.printHelpOn(out);
    }

    private AbPlan plan(OptionSet options) {
        List<Path> files = options.valuesOf(jars).stream().map(AbOptions::file).toList();
        if (files.size() != 2) {
            throw new IllegalArgumentException("%d jars: must be two, OLD.jar NEW.jar".formatted(files.size()));
        }
        files.forEach(BenchmarksJar::check);
        return new AbPlan(
                files.get(0),
                files.get(1),
                measurements(options),
                CompareCommand.between("pairs", options.valueOf(pairs), MIN_PAIRS, MAX_PAIRS),
                CompareCommand.between("procs", options.valueOf(procs), 1, CompareCommand.MAX_PROCS),
                options.has(quick),
                options.valueOf(seed));
    }

    private List<Measurement> measurements(OptionSet options) {
        List<Peer> chosen = options.has(peers)
                ? options.valuesOf(peers).stream().map(Peer::byId).toList()
                : Arrays.stream(Peer.values()).filter(Peer::isOwn).toList();
        List<Measurement> measurements = options.valuesOf(workloads).stream()
                .flatMap(workload -> Measurement.of(workload, chosen).stream())
                .distinct()
                .toList();
        if (measurements.isEmpty()) {
            throw new IllegalArgumentException("None of these workloads runs on any of these peers here");
        }
        return measurements;
    }

    private double gate(OptionSet options) {
        double value = options.valueOf(gate);
        if (!(value >= 1 && value <= MAX_GATE)) {
            throw new IllegalArgumentException("gate: %s, must be 1 to 100".formatted(value));
        }
        return value;
    }

    /** Half an hour is not to end with a file that cannot be written. */
    private Optional<Path> csv(OptionSet options) {
        Optional<Path> file = Optional.ofNullable(options.valueOf(csv)).map(AbOptions::file);
        file.map(Path::getParent).filter(folder -> !Files.isWritable(folder)).ifPresent(folder -> {
            throw new IllegalArgumentException("csv: nothing can be written to the folder " + folder);
        });
        return file;
    }

    private static Path file(String name) {
        return Path.of(System.getProperty(CALLED_FROM, "")).resolve(name).toAbsolutePath();
    }
}
