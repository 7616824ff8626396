package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.program.Environment;
import dev.gmp.benchmarks.program.JvmFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The page of peers that took turns: a table for each number of processors. Not thread-safe. */
final class MeetPage {
    private final Environment environment;
    private final List<Run> runs = new ArrayList<>();

    MeetPage(Environment environment) {
        this.environment = environment;
    }

    private record Run(Plan plan, Results results, double worstDisturbance) {
        String markdown() {
            return "\n## Processors: %d\n\n%s".formatted(plan.procs(), new TurnsTable(plan, results).markdown());
        }

        String csvName() {
            return "%s-%d.csv".formatted(plan.group().fileName(), plan.procs());
        }
    }

    /** Adds what was measured with one number of processors; returns its table. */
    String add(Plan plan, Results results, double worstDisturbance) {
        Run run = new Run(plan, results, worstDisturbance);
        runs.add(run);
        return run.markdown();
    }

    /** Replaces what an earlier run has written to {@code folder}. */
    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(Group.MEET.fileName() + ".md"), text());
        for (Run run : runs) {
            Files.writeString(
                    folder.resolve(run.csvName()), FiguresCsv.of(run.results().samples()));
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder(ABOUT);
        text.append("\n## Measured\n\n").append(measured(runs.get(0).plan()));
        runs.forEach(run -> text.append(run.markdown()));
        return text.append("\n## The work\n\n")
                .append(Report.descriptions(Group.MEET.workloads()))
                .toString();
    }

    private String measured(Plan first) {
        Effort effort = first.effort();
        double worst = runs.stream().mapToDouble(Run::worstDisturbance).max().orElse(0);
        return Report.circumstances(first, environment, worst)
                + """
                - JVM flags: `%s`
                - JVMs for each row: %d; in each, %d turns to warm up, then %d that count, of %d ms for each peer at the least
                """.formatted(
                                String.join(" ", JvmFlags.memory(effort.heap())),
                                first.rounds(),
                                effort.warmUps(),
                                effort.iterations(),
                                effort.iteration().toMillis());
    }

    private static final String ABOUT = """
            # Benchmarks: goroutines meet

            Written by `benchmarks/run compare --group meet`. One small workload for each synchronizer of `java.util.concurrent`
            and its locks, for `Object.wait`, `join`, futures, `park` and `sleep`, and for HikariCP's bag of connections.
            The question is whether virtual goroutines take more than default virtual threads anywhere.

            ## How to run

            | command | what it does | how long |
            |---|---|---|
            | `benchmarks/run compare --group meet` | measures all, with one processor and with two, and writes this page | 12 minutes at most |
            | `... --rounds 3` | the same with three JVMs for each row | 36 minutes at most |
            | `... --procs 1` | with one processor only; any number may be given | 6 minutes |
            | `... --workloads exchanger,phaser64` | some rows only | some 5 s for each and each number of processors |
            | `benchmarks/run ab OLD.jar NEW.jar --workloads exchanger,latch:CPU --procs 1` | two versions of the scheduler | see [README](README.md#two-versions) |

            Nothing else should run on the machine. Go is measured where `go` is on the path, from Go 1.19 on.

            ## How to read

            - Both schedulers run in one JVM and take turns: in each turn one after the other, in the next in the opposite
              order. The default scheduler gets as many carriers as this one gets processors.
            - Each row is a time for one operation. A row with `CPU` is the processor time of the whole process for one
              operation, the collector and the JIT compiler included. The kernel counts it in steps of 10 ms; a turn in
              which it counted nothing is left out.
            - Less is better. A time of a borrow below that of the default scheduler means more borrows a second.
            - **ratio** is the geometric mean of the turns' ratios of this scheduler to the default one. The figures beside it are medians.
            - **95 % interval** holds the middle 95 of 100 of 10,000 such means of turns drawn anew, as in `ab`.
            - **verdict**: the target is at most 1.0. It is met if the whole interval lies below 1 and missed if all of it lies
              above; it is undecided if the interval includes 1.
            - Turns of one JVM share what its JIT compiler has made. Another JVM can differ by more than the interval says:
              measure with `--rounds 3` what matters. The turns of all JVMs make one interval then.
            - Go is shown, not compared with. It has channels in place of queues, `sync.Cond` for conditions and monitors,
              `sync.Mutex` and `sync.RWMutex` for locks, and `sync.WaitGroup` for latches and joins.
            """;
}
