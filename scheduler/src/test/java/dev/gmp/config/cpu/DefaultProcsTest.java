package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefaultProcsTest {

    private static final AvailableCpus FOUR = new AvailableCpus(4, false, "affinity");

    @TempDir
    private Path folder;

    @Test
    void aReadingSaysWhatItWasMadeFrom() {
        CapturedTree tree = CapturedTree.unpack("v2-service", folder);
        DefaultProcs procs = procs(FOUR, tree);

        assertThat(procs.read())
                .isEqualTo(new DefaultProcs.Reading(
                        3, FOUR, new CpuLimit(2.5, "/sys/fs/cgroup/system.slice/app.service/cpu.max")))
                .hasToString("3 processors: 4 CPUs (affinity),"
                        + " limit 2.5 CPUs (/sys/fs/cgroup/system.slice/app.service/cpu.max)");
    }

    @Test
    void everyReadingIsNew() {
        CapturedTree tree = CapturedTree.unpack("v2-container", folder);
        DefaultProcs procs = procs(FOUR, tree);
        assertThat(procs.read().procs()).isEqualTo(2);

        tree.write("/sys/fs/cgroup/cpu.max", "max 100000\n");

        assertThat(procs.read().procs()).isEqualTo(4);
    }

    @Test
    void aLimitThatDoesNotCountIsReportedAllTheSame() {
        AvailableCpus told = new AvailableCpus(1, true, "-XX:ActiveProcessorCount");
        DefaultProcs procs = procs(told, CapturedTree.unpack("v2-container", folder));

        assertThat(procs.read())
                .hasToString("1 processor: 1 CPU (-XX:ActiveProcessorCount), limit 2.0 CPUs (/sys/fs/cgroup/cpu.max)");
    }

    @Test
    void withoutALimitTheReadingSaysWhy() {
        assertThat(procs(FOUR, CapturedTree.empty(folder)).read())
                .hasToString("4 processors: 4 CPUs (affinity), no limit (no /proc/self/cgroup)");
    }

    @Test
    void thisProcessHasProcessors() {
        DefaultProcs.Reading reading = DefaultProcs.system(new ProcsRule(ProcsRule.GO_MINIMUM), System.err::println)
                .read();

        assertThat(reading.procs()).isBetween(1, reading.available().count());
        assertThat(reading.available().count())
                .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    }

    private static DefaultProcs procs(AvailableCpus cpus, CapturedTree tree) {
        CpuLimitSource limit = new CgroupCpuLimit(tree.files(), new Warnings(warning -> {
            throw new AssertionError(warning);
        }));
        return new DefaultProcs(() -> cpus, limit, new ProcsRule(ProcsRule.GO_MINIMUM));
    }
}
