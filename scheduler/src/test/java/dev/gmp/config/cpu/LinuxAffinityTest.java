package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinuxAffinityTest {

    @TempDir
    private Path folder;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void cpusThatAreNotOnlineDoNotCount() {
        CapturedTree tree = CapturedTree.unpack("affinity-hotplug", folder);
        assertThat(tree.text(LinuxAffinity.STATUS)).contains("Cpus_allowed_list:\t0-7");

        assertThat(read(tree, 1)).isEqualTo(new AvailableCpus(2, false, "affinity"));
    }

    @Test
    void cpusThatTheThreadMayNotUseDoNotCount() {
        CapturedTree tree = CapturedTree.unpack("affinity-taskset", folder);

        assertThat(read(tree, 1)).isEqualTo(new AvailableCpus(1, false, "affinity"));
    }

    @ParameterizedTest
    @CsvSource({
        // allowed, online, the JVM's number, the result
        "0-7,   0-7,   2, 8",
        "0-7,   0-7,   8, 8",
        "2-5,   0-3,   4, 4", // an invented list of CPUs online
        "4-7,   0-1,   2, 2",
        "'',    0-3,   2, 2",
        "0-127, '',    3, 3",
    })
    void theLargerOfTheKernelsAndTheJvmsNumberCounts(String allowed, String online, int jvm, int cpus) {
        CapturedTree tree = CapturedTree.empty(folder)
                .write(LinuxAffinity.STATUS, "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t" + allowed + "\n")
                .write(LinuxAffinity.ONLINE, online + "\n");

        assertThat(read(tree, jvm).count()).isEqualTo(cpus);
        assertThat(warnings).isEmpty();
    }

    @Test
    void aChangedAffinityIsSeen() {
        CapturedTree tree = CapturedTree.unpack("affinity-hotplug", folder);
        LinuxAffinity affinity = new LinuxAffinity(tree.files(), () -> 1, new Warnings(warnings::add));
        assertThat(affinity.get().count()).isEqualTo(2);

        tree.write(LinuxAffinity.ONLINE, "0-5\n");

        assertThat(affinity.get().count()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {LinuxAffinity.STATUS, LinuxAffinity.ONLINE})
    void whereTheKernelDoesNotTellTheJvmDoes(String file) {
        CapturedTree tree = CapturedTree.unpack("affinity-hotplug", folder).delete(file);

        assertThat(read(tree, 3)).isEqualTo(new AvailableCpus(3, false, "the JVM"));
        assertThat(warnings).isEmpty();
    }

    @Test
    void aStatusWithoutTheLineIsNoError() {
        CapturedTree tree =
                CapturedTree.unpack("affinity-hotplug", folder).write(LinuxAffinity.STATUS, "Name:\tjava\n");

        assertThat(read(tree, 3)).isEqualTo(new AvailableCpus(3, false, "the JVM"));
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {LinuxAffinity.STATUS, LinuxAffinity.ONLINE})
    void aBadFileIsToldOnceAndTheJvmsNumberTaken(String file) {
        CapturedTree tree = CapturedTree.unpack("affinity-hotplug", folder).write(file, "Cpus_allowed_list:\tall\n");
        LinuxAffinity affinity = new LinuxAffinity(tree.files(), () -> 3, new Warnings(warnings::add));

        assertThat(affinity.get().count()).isEqualTo(3);
        assertThat(affinity.get().count()).isEqualTo(3);
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith(file + " is malformed, so the JVM's number of CPUs is used: expected a list of CPUs");
    }

    private AvailableCpus read(CapturedTree tree, int jvm) {
        return new LinuxAffinity(tree.files(), () -> jvm, new Warnings(warnings::add)).get();
    }
}
