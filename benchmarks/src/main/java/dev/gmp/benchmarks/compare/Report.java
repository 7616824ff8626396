package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.figures.Figures;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.Environment;
import dev.gmp.benchmarks.program.JvmFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a run as a page with its table, a plot, and all figures. */
record Report(Plan plan, Results results, Environment environment, double worstDisturbance) {

    /** Replaces what an earlier run has written to {@code folder}. */
    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(fileName(".md")), page());
        Files.writeString(folder.resolve(fileName(".svg")), new RatioPlot(plan, results).svg());
        Files.writeString(folder.resolve(fileName(".csv")), FiguresCsv.of(results.samples()));
    }

    private String fileName(String ending) {
        return plan.group().fileName() + ending;
    }

    private String page() {
        return """
                # %s

                Written by `benchmarks/run compare --group %s`. Less is better. Rounds: %d; in each, each peer ran in a new
                JVM, in turns. Figures are medians of the rounds. A ratio is the scheduler's figure to that of the best peer that
                its target names, the geometric mean of the rounds. The interval is that of 95 %%: of the ratio, or of the figure
                where its unit stands behind. The target is met if all of the interval lies below it, missed if all lies above, and
                undecided if the interval contains it.

                %s- Every peer: %d workers, processors or carriers, JVM flags `%s`
                - Each JVM: %s

                %s
                ![Every peer beside the one compared with](%s)

                What the peers were made to do:

                %s
                %s Each round's figures: [%s](%s).
                """.formatted(
                        plan.group().title(),
                        plan.group().id(),
                        plan.rounds(),
                        circumstances(plan, environment, worstDisturbance),
                        plan.procs(),
                        String.join(" ", JvmFlags.memory(plan.effort().heap())),
                        effort(),
                        new RatioTable(plan, results).markdown(),
                        fileName(".svg"),
                        descriptions(plan.workloads()),
                        plan.group().remark(),
                        fileName(".csv"),
                        fileName(".csv"));
    }

    private String effort() {
        Effort effort = plan.effort();
        return "%d iterations of %d ms to warm up, then %d whose median counts; what JMH does not measure: %d ms"
                .formatted(
                        effort.warmUps(),
                        effort.iteration().toMillis(),
                        effort.iterations(),
                        effort.window().toMillis());
    }

    /** When and where, line by line. */
    static String circumstances(Plan plan, Environment environment, double worstDisturbance) {
        return """
                - Date: %s
                - Java: %s
                - Machine: %s%s
                - Other processes: at most %s cores, on average over a measurement
                """.formatted(
                        environment.date(),
                        environment.java(),
                        environment.system(),
                        plan.peers().contains(Peer.GO) ? "\n- Go: " + GoMeasurer.version() : "",
                        Figures.format(worstDisturbance));
    }

    /** What the peers are made to do, a line for each workload. */
    static String descriptions(List<Workload> workloads) {
        return workloads.stream()
                .map(workload -> "- **%s**: %s.\n".formatted(workload.id(), workload.description()))
                .collect(Collectors.joining());
    }
}
