package dev.gmp.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.measure.MeasureOnce;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.Environment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Benchmark;

class CompareCommandTest {
    private static final Effort LEAST = new Effort(0, 1, Duration.ofMillis(1), Duration.ofMillis(100), "256m");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --peers gmp,foo         | Unknown peer 'foo': expected one of gmp, gmpLifo, gmpVirtual
            --group foo             | Unknown group 'foo': expected one of scheduler, lifo, virtual
            --workloads foo         | Unknown workload 'foo': expected one of submitFromOutside, forkTree
            --rounds 0              | rounds: 0, must be 1 to 1000
            --procs 1025            | procs: 1025, must be 1 to 1024
            --rounds many           | many
            --fast                  | fast
            --group timers --workloads forkTree | No such group has such a workload and such a peer
            """)
    void saysWhatIsWrongWithItsArguments(String arguments, String message) throws Exception {
        int status = new CompareCommand().run(arguments.split(" "), printer(out), printer(err));

        assertThat(status).isEqualTo(CompareCommand.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message).contains("--workloads");
    }

    /** One measurement of each kind, in JVMs of their own, up to the written page. */
    @Test
    @Tag("long")
    void measuresAndWritesAPage(@TempDir Path folder) throws Exception {
        Plan plan = new Plan(
                Group.SCHEDULER,
                List.of(Workload.byId("handOver"), Workload.byId("idleCpu")),
                List.of(Peer.GMP, Peer.FORK_JOIN_ASYNC),
                1,
                2,
                LEAST);

        Comparing comparing = new Comparing(plan, printer(err));
        Results results = comparing.run();
        new Report(plan, results, Environment.ofThisMachine(), comparing.worstDisturbance()).writeTo(folder);

        assertThat(comparing.failed()).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(results.samples()).hasSize(4);
        assertThat(folder.resolve("results.md")).content().contains("| handOver ", "| idleCpu ", "-Xmx256m");
        assertThat(folder.resolve("results.svg")).content().startsWith("<svg ").contains("gmp: ");
        assertThat(folder.resolve("results.csv")).content().hasLineCount(5);
    }

    /** Direct and virtual goroutines side by side, and a program in another language where there is its compiler. */
    @Test
    @Tag("long")
    void measuresWhatOnlySomePeersHave(@TempDir Path folder) throws Exception {
        assumeTrue(Peer.GMP_VIRTUAL.isAvailable(), "this JVM cannot make virtual goroutines");
        List<Peer> both = List.of(Peer.GMP, Peer.GMP_VIRTUAL, Peer.FORK_JOIN_ASYNC);
        Plan checkpoint = new Plan(Group.SYSMON, List.of(Workload.byId("checkpoint")), both, 1, 2, LEAST);
        Plan recorder = new Plan(
                Group.OVERHEAD,
                List.of(Workload.byId("recorderOverhead")),
                Group.OVERHEAD.availablePeers(),
                1,
                2,
                LEAST);
        Plan yield =
                new Plan(Group.VIRTUAL, List.of(Workload.byId("yield")), Group.VIRTUAL.availablePeers(), 1, 2, LEAST);

        Plan channels = new Plan(
                Group.CHANNELS,
                List.of(Workload.byId("channelSelect"), Workload.byId("channelMemory64")),
                List.of(Peer.GMP_CHANNEL, Peer.KOTLINX_CHANNEL),
                1,
                2,
                LEAST);

        for (Plan plan : List.of(checkpoint, recorder, yield, channels)) {
            Comparing comparing = new Comparing(plan, printer(err));
            Results results = comparing.run();
            new Report(plan, results, Environment.ofThisMachine(), comparing.worstDisturbance()).writeTo(folder);

            assertThat(comparing.failed())
                    .as(err.toString(StandardCharsets.UTF_8))
                    .isZero();
            assertThat(results.samples())
                    .hasSize(plan.workloads().stream()
                            .flatMap(workload -> plan.peers().stream()
                                    .filter(workload::runsOn)
                                    .flatMap(peer -> workload.metrics().stream()))
                            .toList()
                            .size())
                    .allMatch(sample -> sample.value() > 0);
        }
        assertThat(checkpoint.measurements()).isEqualTo(2);
        assertThat(folder.resolve("sysmon.md")).content().contains("| checkpoint ");
        assertThat(folder.resolve("overhead.md")).content().contains("| recorderOverhead, forkTree ");
        assertThat(folder.resolve("virtual.md")).content().contains("| yield ");
        assertThat(folder.resolve("channels.md"))
                .content()
                .contains("| channelSelect, kotlinx ", "| channelMemory64, Go ");
    }

    /** Both peers in one JVM, in turns, once with each number of processors. */
    @Test
    @Tag("long")
    void measuresInTurns(@TempDir Path folder) throws Exception {
        assumeTrue(Peer.GMP_VIRTUAL.isAvailable(), "this JVM cannot make virtual goroutines");
        Effort twoTurns = new Effort(0, 2, Duration.ofMillis(1), Duration.ofMillis(1), "256m");
        MeetPage page = new MeetPage(Environment.ofThisMachine());

        for (int procs : Group.MEET.procs()) {
            Plan plan = new Plan(
                    Group.MEET,
                    List.of(Workload.byId("exchanger")),
                    List.of(Peer.GMP_VIRTUAL, Peer.VIRTUAL_THREADS),
                    2,
                    procs,
                    twoTurns);
            Comparing comparing = new Comparing(plan, printer(err));
            Results results = comparing.run();
            page.add(plan, results, 0);

            assertThat(comparing.failed())
                    .as(err.toString(StandardCharsets.UTF_8))
                    .isZero();
            assertThat(plan.measurements()).isEqualTo(2);
            assertThat(results.samples()).hasSize(2 * 2 * 2 * 2);
            assertThat(results.logRatiosByRound(
                            plan.workloads().get(0).metrics().get(0), Peer.GMP_VIRTUAL, Peer.VIRTUAL_THREADS))
                    .hasSize(4);
        }
        page.writeTo(folder);

        assertThat(folder.resolve("meet.md"))
                .content()
                .contains("## Processors: 1", "## Processors: 2", "| exchanger ", "| exchanger, CPU ", "- **latch**: ");
        assertThat(folder.resolve("meet-1.csv")).content().hasLineCount(17);
        assertThat(folder.resolve("meet-2.csv")).exists();
    }

    @Test
    void everyWorkloadHasItsMeasurement() {
        assertThat(Workload.all())
                .filteredOn(workload -> !workload.group().isInTurns())
                .allSatisfy(workload -> {
                    if (workload.isByJmh()) {
                        assertThat(JmhMeasurer.benchmark(workload).isAnnotationPresent(Benchmark.class))
                                .isTrue();
                    } else {
                        assertThat(MeasureOnce.measurements()).contains(workload.id());
                    }
                });
    }

    @Test
    void eachRoundBeginsWithAnotherPeer() {
        Plan plan = new Plan(
                Group.SCHEDULER,
                List.of(),
                List.of(Peer.GMP, Peer.THREAD_POOL, Peer.KOTLINX_DEFAULT),
                2,
                2,
                Effort.QUICK);

        assertThat(plan.peersInTurn(0)).containsExactly(Peer.GMP, Peer.THREAD_POOL, Peer.KOTLINX_DEFAULT);
        assertThat(plan.peersInTurn(1)).containsExactly(Peer.THREAD_POOL, Peer.KOTLINX_DEFAULT, Peer.GMP);
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
