package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import joptsimple.OptionException;
import joptsimple.OptionParser;
import joptsimple.OptionSet;
import joptsimple.OptionSpec;

/** {@code compare [--group a,b] [--workloads a,b] [--peers a,b] [--rounds n] [--procs n] [--quick] [--output folder]}. */
public final class CompareCommand {
    /** All has been measured. */
    public static final int OK = 0;
    /** Some measurements have failed. */
    public static final int INCOMPLETE = 1;
    /** The arguments cannot be understood. */
    public static final int USAGE = 2;

    /** Where the figures of full runs stand. */
    public static final Path PUBLISHED = Path.of("docs", "benchmarks");
    /** Where those of other runs are written, unless an option says otherwise. */
    public static final Path SCRATCH = Path.of("benchmarks", "target", "results");

    /** The largest number of processors. */
    public static final int MAX_PROCS = 1_024;

    private static final int MAX_ROUNDS = 1_000;

    private final OptionParser parser = new OptionParser(false);
    private final OptionSpec<String> groups = parser.accepts(
                    "group", "which pages: " + ids(Group.values(), Group::id) + "; default: all")
            .withRequiredArg()
            .withValuesSeparatedBy(',');
    private final OptionSpec<String> workloads = parser.accepts("workloads", "what to measure: " + Workload.ids())
            .withRequiredArg()
            .withValuesSeparatedBy(',');
    private final OptionSpec<String> peers = parser.accepts(
                    "peers", "the peers to compare: " + ids(Peer.values(), Peer::id))
            .withRequiredArg()
            .withValuesSeparatedBy(',');
    private final OptionSpec<Integer> rounds = parser.accepts(
                    "rounds", "how often; default 3, or 1 with --quick and where peers take turns")
            .withRequiredArg()
            .ofType(Integer.class);
    private final OptionSpec<Integer> procs = parser.accepts(
                    "procs", "how wide each peer is; default: the cores, and 1 and 2 for meet")
            .withRequiredArg()
            .ofType(Integer.class);
    private final OptionSpec<Void> quick = parser.accepts("quick", "a first look: shorter, and once");
    private final OptionSpec<String> output = parser.accepts(
                    "output", "where to write; default " + PUBLISHED + " for a full run, else " + SCRATCH)
            .withRequiredArg();
    private final OptionSpec<Void> help = parser.accepts("help", "says this").forHelp();

    /** Prints the table to {@code out} and progress to {@code err}; returns the exit status. */
    public int run(String[] arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        List<Plan> plans;
        Path folder;
        try {
            OptionSet options = parser.parse(arguments);
            if (options.has(help)) {
                parser.printHelpOn(out);
                return OK;
            }
            plans = plans(options);
            folder = options.has(output) ? Path.of(options.valueOf(output)) : defaultFolder(options);
        } catch (OptionException | IllegalArgumentException e) {
            err.println(e.getMessage());
            parser.printHelpOn(err);
            return USAGE;
        }
        Environment environment = Environment.ofThisMachine();
        err.printf("%s; %s%n", environment.java(), environment.system());
        int failed = 0;
        MeetPage meetPage = new MeetPage(environment);
        for (Plan plan : plans) {
            Comparing comparing = new Comparing(plan, err);
            Results results = comparing.run();
            if (plan.group().isInTurns()) {
                out.print(meetPage.add(plan, results, comparing.worstDisturbance()));
                meetPage.writeTo(folder);
            } else {
                out.print(new RatioTable(plan, results).markdown());
                new Report(plan, results, environment, comparing.worstDisturbance()).writeTo(folder);
            }
            err.println("Written to " + folder.toAbsolutePath());
            failed += comparing.failed();
        }
        return failed == 0 ? OK : INCOMPLETE;
    }

    /** At least one for each group of which something was chosen. */
    private List<Plan> plans(OptionSet options) {
        List<Group> chosenGroups = chosen(options, groups, Group::byId, List.of(Group.values())).stream()
                .distinct()
                .sorted()
                .toList();
        List<Workload> chosenWorkloads = chosen(options, workloads, Workload::byId, Workload.all());
        List<Peer> chosenPeers = chosen(options, peers, CompareCommand::availablePeer, List.of(Peer.values()));
        List<Plan> plans = chosenGroups.stream()
                .flatMap(group -> plans(
                        options,
                        group,
                        group.workloads().stream()
                                .filter(chosenWorkloads::contains)
                                .toList(),
                        group.availablePeers().stream()
                                .filter(chosenPeers::contains)
                                .toList()))
                .filter(plan -> !plan.workloads().isEmpty() && !plan.peers().isEmpty())
                .toList();
        if (plans.isEmpty()) {
            throw new IllegalArgumentException("No such group has such a workload and such a peer");
        }
        return plans;
    }

    /** One for each number of processors. */
    private Stream<Plan> plans(OptionSet options, Group group, List<Workload> itsWorkloads, List<Peer> itsPeers) {
        int howOften = between(
                "rounds",
                options.has(rounds) ? options.valueOf(rounds) : options.has(quick) ? 1 : group.rounds(),
                1,
                MAX_ROUNDS);
        Effort effort = group.effort(options.has(quick));
        return (options.has(procs) ? List.of(options.valueOf(procs)) : group.procs())
                .stream()
                        .map(width -> new Plan(
                                group,
                                itsWorkloads,
                                itsPeers,
                                howOften,
                                between("procs", width, 1, MAX_PROCS),
                                effort));
    }

    /** Figures of a partial or quick run do not replace the published ones unasked. */
    private Path defaultFolder(OptionSet options) {
        return Stream.of(workloads, peers, rounds, procs, quick).anyMatch(options::has) ? SCRATCH : PUBLISHED;
    }

    private static <T> List<T> chosen(
            OptionSet options, OptionSpec<String> option, Function<String, T> byId, List<T> all) {
        return options.has(option) ? options.valuesOf(option).stream().map(byId).toList() : all;
    }

    private static Peer availablePeer(String id) {
        Peer peer = Peer.byId(id);
        if (!peer.isAvailable()) {
            throw new IllegalArgumentException(
                    peer.isInThisJvm()
                            ? "Java %d has no %s".formatted(Runtime.version().feature(), peer.title())
                            : "There is no %s on the path".formatted(peer.title()));
        }
        return peer;
    }

    /** @throws IllegalArgumentException if the value is out of range */
    public static int between(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException("%s: %d, must be %d to %d".formatted(option, value, min, max));
        }
        return value;
    }

    private static <T> String ids(T[] values, Function<T, String> id) {
        return String.join(", ", Arrays.stream(values).map(id).toList());
    }
}
