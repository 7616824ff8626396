package dev.gmp.benchmarks.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.benchmarks.Main;
import dev.gmp.benchmarks.compare.Metric;
import dev.gmp.benchmarks.compare.Workload;
import dev.gmp.benchmarks.peer.Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class AbCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    private Path oldJar = Path.of("");

    @BeforeEach
    void makeTheOldJar() throws IOException {
        oldJar = ImitatedBenchmarks.jar(folder.resolve("old.jar"), "100");
    }

    /** {@link AbTableTest} has the other verdicts. */
    @ParameterizedTest
    @CsvSource({"'', 0, met: more", "--gate=1.0, 1, **missed**: LOSS"})
    void aLossIsItsExitStatus(String option, int status, String verdict) throws Exception {
        Path newJar = ImitatedBenchmarks.jar(folder.resolve("new.jar"), "104");

        int ended = run(oldJar, newJar, "--workloads=handOver", "--peers=gmp", "--pairs=2", option);

        assertThat(ended).as(text(err)).isEqualTo(status);
        assertThat(row("handOver")).contains("| 1.040 ").contains(verdict);
    }

    @Test
    void reportsEachPairAndWritesItsFigures() throws Exception {
        Path csv = folder.resolve("pairs.csv");

        run(oldJar, oldJar, "--workloads=handOver,spawn", "--peers=gmp", "--pairs=2", "--seed=5", "--csv=" + csv);

        assertThat(text(err))
                .contains(
                        "2 pairs of 1 measurements, seed 5: about 1 min",
                        "pair 1/2, ",
                        "pair 2/2, ",
                        "old first",
                        "new first")
                .contains(" first; handOver gmp 1.00; about ");
        assertThat(csv).content().hasLineCount(3).contains("\"handOver\",ns a round trip,gmp,100.000000,100.000000");
    }

    @Test
    void saysWhatAJarHasFailedWith() throws Exception {
        Path newJar = ImitatedBenchmarks.jar(folder.resolve("new.jar"), "no number");

        int status = run(oldJar, newJar, "--workloads=handOver", "--pairs=2");

        assertThat(status).isEqualTo(AbCommand.INCOMPLETE);
        assertThat(text(err)).contains("FAILED", "ended with status 1", "NumberFormatException");
        assertThat(row("handOver")).contains("not measured");
        assertThat(text(out)).contains("Measurements that failed, which are missing above: 2.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            none.jar @            | There is no file
            @                     | 1 jars: must be two, OLD.jar NEW.jar
            @ @ @                 | 3 jars: must be two, OLD.jar NEW.jar
            @ @ --workloads foo   | Unknown workload 'foo': expected one of submitFromOutside, forkTree
            @ @ --workloads hogLatency:p98 | Unknown figure 'p98' of hogLatency: expected one of p50, p99, p99.9
            @ @ --workloads spawn --peers gmp | None of these workloads runs on any of these peers
            @ @ --peers foo       | Unknown peer 'foo': expected one of gmp, gmpLifo
            @ @ --pairs 1         | pairs: 1, must be 2 to 1000
            @ @ --procs 0         | procs: 0, must be 1 to 1024
            @ @ --gate 0          | gate: 0.0, must be 1 to 100
            @ @ --csv none/a.csv  | csv: nothing can be written to the folder
            @ @ --fast            | fast
            """)
    void saysWhatIsWrongWithItsArguments(String arguments, String message) throws Exception {
        int status = run(arguments.replace("@", oldJar.toString()).split(" "));

        assertThat(status).isEqualTo(AbCommand.USAGE);
        assertThat(text(err)).contains(message, "--help");
    }

    @Test
    void refusesAFileThatIsNoBenchmarksJar() throws Exception {
        Path text = Files.writeString(folder.resolve("text.jar"), "text");
        Path library = folder.resolve("library.jar");
        try (OutputStream file = Files.newOutputStream(library)) {
            new JarOutputStream(file, new java.util.jar.Manifest()).close();
        }

        assertThat(run(oldJar, text)).isEqualTo(AbCommand.USAGE);
        assertThat(text(err)).contains(text + " cannot be read as a jar");
        assertThat(run(oldJar, library)).isEqualTo(AbCommand.USAGE);
        assertThat(text(err)).contains(library + " is no benchmarks.jar: its manifest names no main class");
    }

    @Test
    void helpSaysHowToReadIt() throws Exception {
        assertThat(run("--help")).isEqualTo(AbCommand.OK);
        assertThat(text(out)).contains("OLD.jar NEW.jar", "Exit status", "--gate", "hogLatency:p99");
    }

    @Test
    void eachFigureOfAMeetingCanBeChosen() throws Exception {
        assumeTrue(Peer.GMP_VIRTUAL.isAvailable(), "this JVM cannot make virtual goroutines");

        assertThat(Measurement.of("fairQueue64", List.of(Peer.GMP_VIRTUAL)))
                .singleElement()
                .extracting(Measurement::metrics)
                .asInstanceOf(InstanceOfAssertFactories.list(Metric.class))
                .extracting(Metric::name)
                .containsExactly("fairQueue64", "fairQueue64, CPU");
        assertThat(Measurement.of("fairQueue64:CPU", List.of(Peer.GMP_VIRTUAL)))
                .singleElement()
                .extracting(Measurement::metrics)
                .asInstanceOf(InstanceOfAssertFactories.list(Metric.class))
                .extracting(Metric::name)
                .containsExactly("fairQueue64, CPU");
    }

    /** Else it would have to be inverted before it is compared. */
    @Test
    void noFigureIsARate() {
        assertThat(Workload.all().stream()
                        .flatMap(workload -> workload.metrics().stream())
                        .map(Metric::unit))
                .noneMatch(unit -> unit.matches(".*(/s|ops|(a|per|each) (second|ms|s)\\b).*"));
    }

    /** Two copies of the same version, measured as it is done for real, though briefly. */
    @Test
    @Tag("long")
    @Timeout(600)
    void measuresWithTheJars() throws Exception {
        Path jar = ImitatedBenchmarks.jar(folder.resolve("real.jar"), Main.class, "");

        int status = run(jar, jar, "--workloads=hogLatency:p99", "--peers=gmp", "--pairs=2", "--quick", "--gate=100");

        assertThat(status).as(text(err)).isEqualTo(AbCommand.OK);
        assertThat(row("hogLatency, p99")).contains("| ms ").contains(" | 2 ");
        assertThat(text(out)).doesNotContain("p50");
    }

    private int run(Path oldJar, Path newJar, String... options) throws Exception {
        return run(Stream.concat(Stream.of(oldJar.toString(), newJar.toString()), Arrays.stream(options))
                .filter(word -> !word.isEmpty())
                .toArray(String[]::new));
    }

    private int run(String... arguments) throws Exception {
        return new AbCommand().run(arguments, printer(out), printer(err));
    }

    private String row(String figure) {
        return text(out)
                .lines()
                .filter(line -> line.startsWith("| " + figure + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No row " + figure + " in " + text(out) + text(err)));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
