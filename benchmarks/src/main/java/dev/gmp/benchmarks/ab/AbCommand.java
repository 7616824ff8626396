package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.ab.AbOptions.Chosen;
import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.program.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import joptsimple.OptionException;

/** {@code ab OLD.jar NEW.jar [options]}: whether a new version takes more than an old one. */
public final class AbCommand {
    /** No figure is a loss. */
    public static final int OK = 0;
    /** At least one is. */
    public static final int LOSS = 1;
    /** The arguments cannot be understood. */
    public static final int USAGE = 2;
    /** Measurements have failed, and what was measured shows no loss. */
    public static final int INCOMPLETE = 3;

    private static final int ENOUGH_PAIRS = 5;

    private final AbOptions options = new AbOptions();

    /** Prints the table to {@code out} and progress to {@code err}; returns the exit status. */
    public int run(String[] arguments, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        Optional<Chosen> chosen;
        try {
            chosen = options.parse(arguments);
        } catch (OptionException | IllegalArgumentException e) {
            err.println(e.getMessage());
            err.println("benchmarks/run ab --help says what there is");
            return USAGE;
        }
        if (chosen.isEmpty()) {
            options.printHelpOn(out);
            return OK;
        }
        return run(chosen.get(), out, err);
    }

    private static int run(Chosen chosen, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        AbPlan plan = chosen.plan();
        Environment environment = Environment.ofThisMachine();
        err.printf("%s; %s%n", environment.java(), environment.system());
        err.printf(
                "%d pairs of %d measurements, seed %d: %s%n",
                plan.pairs(), plan.measurements().size(), plan.seed(), PairedRun.inMinutes(plan.estimate()));
        Path folder = Files.createTempDirectory("ab");
        try {
            // Copies, so that a build meanwhile changes nothing.
            BenchmarksJar oldJar = BenchmarksJar.copyOf(plan.oldJar(), "old", plan, folder);
            BenchmarksJar newJar = BenchmarksJar.copyOf(plan.newJar(), "new", plan, folder);
            PairedRun run = new PairedRun(plan, oldJar, newJar, err);
            List<Pair> pairs = run.run();
            if (chosen.csv().isPresent()) {
                Files.writeString(chosen.csv().get(), Pair.csv(pairs));
            }
            AbTable table = AbTable.of(plan.measurements(), pairs, chosen.gate());
            out.printf("old: %s%nnew: %s%n%n%s%n", plan.oldJar(), plan.newJar(), table.markdown());
            return conclude(chosen, table, run, out);
        } finally {
            delete(folder);
        }
    }

    private static int conclude(Chosen chosen, AbTable table, PairedRun run, PrintStream out) {
        long losses = table.count(Verdict.LOSS);
        out.printf("Losses, whose interval lies above %s: %d.%n", chosen.gate(), losses);
        out.printf(
                "Other processes used at most %s cores, on average over a pair%s.%n",
                Figures.format(run.worstDisturbance()),
                run.worstDisturbance() > PairedRun.WORTH_SAYING ? ": measure again on a quiet machine" : "");
        if (chosen.plan().pairs() < ENOUGH_PAIRS) {
            out.printf("Of fewer than %d pairs the intervals say little.%n", ENOUGH_PAIRS);
        }
        if (run.failed() > 0) {
            out.printf("Measurements that failed, which are missing above: %d.%n", run.failed());
        }
        if (losses > 0) {
            return LOSS;
        }
        return run.failed() > 0 || table.count(Verdict.UNKNOWN) > 0 ? INCOMPLETE : OK;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
