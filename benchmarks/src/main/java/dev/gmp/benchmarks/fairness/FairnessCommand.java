package dev.gmp.benchmarks.fairness;

import dev.gmp.benchmarks.compare.CompareCommand;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.JvmFlags;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import dev.gmp.benchmarks.program.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpec;

/** {@code fairness [--peers a,b] [--seconds n] [--procs n] [--output folder]}. */
public final class FairnessCommand {
    /** All has been measured. */
    public static final int OK = 0;
    /** A measurement has failed. */
    public static final int INCOMPLETE = 1;
    /** The arguments cannot be understood. */
    public static final int USAGE = 2;

    private static final int MAX_SECONDS = 30;
    private static final String NAME = "fairness";

    private final OptionParser parser = new OptionParser(false);
    private final OptionSpec<String> peers = parser.accepts(
                    "peers",
                    "the peers to show: "
                            + String.join(
                                    ", ",
                                    Peer.available().stream().map(Peer::id).toList()))
            .withRequiredArg()
            .withValuesSeparatedBy(',')
            .defaultsTo(Peer.GMP.id(), Peer.GMP_VIRTUAL.id(), Peer.FORK_JOIN_ASYNC.id(), Peer.VIRTUAL_THREADS.id());
    private final OptionSpec<Integer> seconds = parser.accepts("seconds", "for how long there are hogs")
            .withRequiredArg()
            .ofType(Integer.class)
            .defaultsTo(4);
    private final OptionSpec<Integer> procs = parser.accepts("procs", "how wide each peer is")
            .withRequiredArg()
            .ofType(Integer.class)
            .defaultsTo(Runtime.getRuntime().availableProcessors());
    private final OptionSpec<String> output = parser.accepts(
                    "output",
                    "where to write " + NAME + ".svg and .csv; default " + CompareCommand.PUBLISHED
                            + ", or, with other options, " + CompareCommand.SCRATCH)
            .withRequiredArg();
    private final OptionSpec<Void> help = parser.accepts("help", "says this").forHelp();

    /** Prints a line for each peer to {@code out}, writes plot and figures, and returns the exit status. */
    public int run(String[] arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        List<Peer> chosen;
        int busySeconds;
        int width;
        Path folder;
        try {
            OptionSet options = parser.parse(arguments);
            if (options.has(help)) {
                parser.printHelpOn(out);
                return OK;
            }
            chosen = options.valuesOf(peers).stream()
                    .map(Peer::byId)
                    .filter(peer -> peer.isInThisJvm() && peer.isAvailable())
                    .distinct()
                    .toList();
            busySeconds = CompareCommand.between("seconds", options.valueOf(seconds), 1, MAX_SECONDS);
            width = CompareCommand.between("procs", options.valueOf(procs), 1, CompareCommand.MAX_PROCS);
            if (chosen.isEmpty()) {
                throw new IllegalArgumentException("None of these peers runs in this JVM");
            }
            folder = options.has(output) ? Path.of(options.valueOf(output)) : defaultFolder(options);
        } catch (OptionException | IllegalArgumentException e) {
            err.println(e.getMessage());
            parser.printHelpOn(err);
            return USAGE;
        }
        try {
            Map<Peer, Timeline> timelines = new LinkedHashMap<>();
            for (Peer peer : chosen) {
                Timeline timeline = measure(peer, busySeconds, width);
                timelines.put(peer, timeline);
                out.printf("%-20s worst p99 of a window: %.2f ms%n", peer.title(), timeline.worstP99Millis());
            }
            write(timelines, width, folder);
        } catch (MeasurementFailedException e) {
            err.println(e.getMessage());
            return INCOMPLETE;
        }
        err.println("Written to " + folder.toAbsolutePath());
        return OK;
    }

    /** Figures of a partial run do not replace the published ones unasked. */
    private Path defaultFolder(OptionSet options) {
        return Stream.of(peers, seconds, procs).anyMatch(options::has)
                ? CompareCommand.SCRATCH
                : CompareCommand.PUBLISHED;
    }

    private static Timeline measure(Peer peer, int busySeconds, int procs)
            throws IOException, MeasurementFailedException, InterruptedException {
        List<String> arguments = List.of(peer.id(), Integer.toString(busySeconds * 1_000));
        return Timeline.parse(
                Program.outputOf(Program.java(procs, JvmFlags.HEAP, FairnessOnce.class, arguments)),
                FairnessOnce.WINDOW.toMillis());
    }

    private static void write(Map<Peer, Timeline> timelines, int procs, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(NAME + ".svg"), new FairnessPlot(timelines, procs).svg());
        StringBuilder figures = new StringBuilder();
        timelines.forEach((peer, timeline) -> timeline.csv()
                .lines()
                .skip(figures.isEmpty() ? 0 : 1)
                .forEach(line -> figures.append(figures.isEmpty() ? "peer" : peer.id())
                        .append(',')
                        .append(line)
                        .append('\n')));
        Files.writeString(folder.resolve(NAME + ".csv"), figures.toString());
    }
}
