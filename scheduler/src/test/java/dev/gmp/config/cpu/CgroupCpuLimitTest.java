package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Readings one after the other, while the files change or go bad. */
class CgroupCpuLimitTest {

    private static final String V2 = "/sys/fs/cgroup";
    private static final String V1 = "/sys/fs/cgroup/cpu,cpuacct";
    private static final String SLICE = V2 + "/system.slice";
    private static final String SERVICE = SLICE + "/app.service";

    @TempDir
    private Path folder;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void aChangedLimitIsSeen() {
        CapturedTree tree = CapturedTree.unpack("v2-service", folder);
        CpuLimitSource source = source(tree);
        assertThat(source.read().cpus()).isEqualTo(2.5);

        tree.write(SERVICE + "/cpu.max", "350000 100000\n");
        assertThat(source.read().cpus()).isEqualTo(3.5);

        tree.write(SLICE + "/cpu.max", "100000 100000\n");
        assertThat(source.read()).isEqualTo(new CpuLimit(1, SLICE + "/cpu.max"));

        tree.write(SLICE + "/cpu.max", "max 100000\n").write(SERVICE + "/cpu.max", "max 100000\n");
        assertThat(source.read().isNone()).isTrue();
    }

    @Test
    void ofEqualLimitsTheInnermostIsNamed() {
        CapturedTree tree = CapturedTree.unpack("v2-service", folder).write(SLICE + "/cpu.max", "250000 100000\n");

        assertThat(source(tree).read()).isEqualTo(new CpuLimit(2.5, SERVICE + "/cpu.max"));
    }

    @Test
    void aChangedQuotaOrPeriodOfVersion1IsSeen() {
        CapturedTree tree = CapturedTree.unpack("v1-container", folder);
        CpuLimitSource source = source(tree);
        assertThat(source.read().cpus()).isEqualTo(1.2);

        tree.write(V1 + "/cpu.cfs_quota_us", "300000\n");
        assertThat(source.read().cpus()).isEqualTo(3);

        tree.write(V1 + "/cpu.cfs_period_us", "50000\n");
        assertThat(source.read().cpus()).isEqualTo(6);

        tree.write(V1 + "/cpu.cfs_quota_us", "-1\n");
        assertThat(source.read().isNone()).isTrue();
    }

    @Test
    void aControllerThatIsEnabledLateIsSeen() {
        CapturedTree tree = CapturedTree.unpack("v2-no-cpu-controller", folder);
        CpuLimitSource source = source(tree);
        assertThat(source.read().isNone()).isTrue();

        tree.write(SERVICE + "/cpu.max", "150000 100000\n");

        assertThat(source.read()).isEqualTo(new CpuLimit(1.5, SERVICE + "/cpu.max"));
    }

    @Test
    void aMoveToAnotherGroupIsSeen() {
        CapturedTree tree = CapturedTree.unpack("v2-service", folder);
        CpuLimitSource source = source(tree);
        assertThat(source.read().cpus()).isEqualTo(2.5);

        tree.write("/sys/fs/cgroup/batch/cpu.max", "50000 100000\n").write("/proc/self/cgroup", "0::/batch\n");

        assertThat(source.read()).isEqualTo(new CpuLimit(0.5, "/sys/fs/cgroup/batch/cpu.max"));
    }

    @Test
    void aGroupThatVanishedIsLookedForAgain() {
        CapturedTree tree = CapturedTree.unpack("v2-container", folder);
        CpuLimitSource source = source(tree);
        assertThat(source.read().cpus()).isEqualTo(2);

        String mounts = "26 23 0:23 / /run/cgroup rw - cgroup2 cgroup2 rw\n";
        tree.delete(V2).write("/run/cgroup/cpu.max", "75000 100000\n").write("/proc/self/mountinfo", mounts);

        assertThat(source.read()).isEqualTo(new CpuLimit(0.75, "/run/cgroup/cpu.max"));
        assertThat(warnings).isEmpty();
    }

    @Test
    void withoutAnyMountThereIsNoLimitUntilThereIsOne() {
        CapturedTree tree = CapturedTree.unpack("v2-container", folder);
        String mounts = tree.text("/proc/self/mountinfo");
        tree.write("/proc/self/mountinfo", "33 27 0:24 / / rw,relatime - tmpfs c rw,inode64\n");
        CpuLimitSource source = source(tree);
        assertThat(source.read()).isEqualTo(CpuLimit.none("the cpu controller is not mounted"));

        tree.write("/proc/self/mountinfo", mounts);

        assertThat(source.read().cpus()).isEqualTo(2);
        assertThat(warnings).isEmpty();
    }

    @Test
    void withoutCgroupsThereIsNoLimit() {
        assertThat(source(CapturedTree.empty(folder)).read()).isEqualTo(CpuLimit.none("no /proc/self/cgroup"));
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'',                            'expected a quota and a period, found '''''",
        "1.5,                           'expected a quota and a period, found ''1.5'''",
        "100000,                        'expected a quota and a period, found ''100000'''",
        "50000us 100000,                'expected a number, found ''50000us 100000'''",
        "150000 0,                      'expected a quota and a period above 0, found ''150000 0'''",
        "0 100000,                      'expected a quota and a period above 0, found ''0 100000'''",
        "-1 100000,                     'expected a quota and a period above 0, found ''-1 100000'''",
        "99999999999999999999 100000,   'expected a number, found ''99999999999999999999 100000'''",
    })
    void aMalformedLimitOfVersion2CountsAsNoneAndIsToldOnce(String content, String reason) {
        CapturedTree tree = CapturedTree.unpack("v2-container", folder).write(V2 + "/cpu.max", content + "\n");
        CpuLimitSource source = source(tree);

        assertThat(source.read().isNone()).isTrue();
        assertThat(source.read().isNone()).isTrue();
        assertThat(warnings).containsExactly("/sys/fs/cgroup/cpu.max is malformed, so it sets no limit: " + reason);
    }

    @ParameterizedTest
    @CsvSource({
        "'',                   100000, 'expected a number, found ''of 100000'''",
        "0,                    100000, 'expected a quota and a period above 0, found ''0 of 100000'''",
        "150000,               0,      'expected a quota and a period above 0, found ''150000 of 0'''",
        "150000,               -1,     'expected a quota and a period above 0, found ''150000 of -1'''",
        "150000,               max,    'expected a number, found ''150000 of max'''",
        "99999999999999999999, 100000, 'expected a number, found ''99999999999999999999 of 100000'''",
    })
    void aMalformedLimitOfVersion1CountsAsNoneAndIsToldOnce(String quota, String period, String reason) {
        CapturedTree tree = CapturedTree.unpack("v1-container", folder)
                .write(V1 + "/cpu.cfs_quota_us", quota + "\n")
                .write(V1 + "/cpu.cfs_period_us", period + "\n");
        CpuLimitSource source = source(tree);

        assertThat(source.read().isNone()).isTrue();
        assertThat(source.read().isNone()).isTrue();
        assertThat(warnings).containsExactly(V1 + "/cpu.cfs_quota_us is malformed, so it sets no limit: " + reason);
    }

    @Test
    void aBadFileDoesNotHideTheLimitsAroundIt() {
        CapturedTree tree = CapturedTree.unpack("v2-service", folder).write(SERVICE + "/cpu.max", "garbage\n");

        assertThat(source(tree).read()).isEqualTo(new CpuLimit(4, SLICE + "/cpu.max"));
        assertThat(warnings).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc/self/cgroup", "/proc/self/mountinfo", "/sys/fs/cgroup/cpu.max"})
    void anUnreadableFileLimitsNothingAndIsToldOnce(String file) {
        CapturedTree tree = CapturedTree.unpack("v2-container", folder).makeUnreadable(file);
        CpuLimitSource source = source(tree);

        assertThat(source.read().isNone()).isTrue();
        assertThat(source.read().isNone()).isTrue();
        assertThat(warnings).singleElement().asString().startsWith(file + " cannot be read, so it sets no limit: ");
    }

    @ParameterizedTest
    @CsvSource({
        "/proc/self/cgroup,    nonsense",
        "/proc/self/cgroup,    0::relative",
        "/proc/self/mountinfo, 26 23 - cgroup2 cgroup2 rw",
        "/proc/self/mountinfo, 26 23 0:23 / /sys/fs/cgroup\\9 rw - cgroup2 cgroup2 rw",
    })
    void aMalformedWayToTheGroupLimitsNothingAndIsToldOnce(String file, String content) {
        CapturedTree tree = CapturedTree.unpack("v2-container", folder).write(file, content + "\n");
        CpuLimitSource source = source(tree);

        assertThat(source.read().isNone()).isTrue();
        assertThat(source.read().isNone()).isTrue();
        assertThat(warnings).singleElement().asString().startsWith(file + " is malformed, so it sets no limit: ");
    }

    @Test
    void aFileThatGoesBadAndComesBackIsToldOnceAndCountsAgain() {
        CapturedTree tree = CapturedTree.unpack("v2-container", folder);
        CpuLimitSource source = source(tree);
        for (int round = 0; round < 3; round++) {
            tree.write(V2 + "/cpu.max", "bad " + round + "\n");
            assertThat(source.read().isNone()).isTrue();
            tree.write(V2 + "/cpu.max", "200000 100000\n");
            assertThat(source.read().cpus()).isEqualTo(2);
        }

        assertThat(warnings).hasSize(1);
    }

    @Test
    void aPathThatTheFileSystemCannotExpressLimitsNothing() {
        CapturedTree tree = CapturedTree.unpack("v2-container", folder).write("/proc/self/cgroup", "0::/a\0b\n");

        assertThat(source(tree).read().isNone()).isTrue();
        assertThat(warnings).hasSize(1);
    }

    @Test
    void anInterruptedThreadReadsToo() {
        CpuLimitSource source = source(CapturedTree.unpack("v2-container", folder));

        Thread.currentThread().interrupt();
        double cpus = source.read().cpus();
        boolean stillInterrupted = Thread.interrupted();

        assertThat(cpus).isEqualTo(2);
        assertThat(stillInterrupted).isTrue();
        assertThat(warnings).isEmpty();
    }

    @Test
    void whatALimitingGroupHasUsedIsItsOwnAndThatOfThoseInIt() {
        CapturedTree tree = CapturedTree.unpack("v2-service", folder)
                .write(SERVICE + "/cpu.stat", "usage_usec 123456\nuser_usec 100000\n")
                .write(SLICE + "/cpu.stat", "usage_usec 777000\nuser_usec 100000\n");
        CpuLimitSource source = source(tree);
        assertThat(source.usedNanos()).as("before a reading").isNegative();
        assertThat(source.read().origin()).startsWith(SERVICE);
        assertThat(source.usedNanos()).isEqualTo(123_456_000);

        tree.change(SERVICE + "/cpu.stat", "usage_usec 7");
        assertThat(source.usedNanos()).isEqualTo(7_000);
        tree.delete(SERVICE + "/cpu.stat");
        source.read();
        assertThat(source.usedNanos()).as("without the file").isNegative();

        tree.write(SLICE + "/cpu.max", "100000 100000\n");
        assertThat(source.read().origin()).startsWith(SLICE);
        assertThat(source.usedNanos()).isEqualTo(777_000_000);

        tree.write(SLICE + "/cpu.max", "max 100000\n").write(SERVICE + "/cpu.max", "max 100000\n");
        assertThat(source.read().isNone()).isTrue();
        assertThat(source.usedNanos()).as("without a limit").isNegative();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theFileThatTellsHowMuchIsUsedIsClosedAndOpenedAgain() throws IOException {
        CapturedTree tree =
                CapturedTree.unpack("v2-service", folder).write(SERVICE + "/cpu.stat", "usage_usec 123456\n");
        CpuLimitSource source = source(tree);
        source.read();
        for (int i = 0; i < 2; i++) {
            assertThat(source.usedNanos()).isEqualTo(123_456_000);
            assertThat(openBelow(folder)).isOne();
            source.closeFiles();
            assertThat(openBelow(folder)).isZero();
        }
    }

    private static long openBelow(Path folder) throws IOException {
        File real = folder.toRealPath().toFile();
        return Stream.of(new File("/proc/self/fd").list())
                .map(fd -> target(Path.of("/proc/self/fd", fd)))
                .filter(target -> target.startsWith(real.toPath()))
                .count();
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException closedMeanwhile) {
            return link;
        }
    }

    /** Where the controllers are mounted apart, the group has the same place below each mount point. */
    @Test
    void whatAGroupOfVersion1HasUsedIsSaidByAnotherController() {
        CapturedTree tree = CapturedTree.unpack("v1-container", folder).write(V1 + "/cpuacct.usage", "9876543210\n");
        CpuLimitSource source = source(tree);
        source.read();
        assertThat(source.usedNanos()).isEqualTo(9_876_543_210L);

        tree.delete(V1 + "/cpuacct.usage").write("/sys/fs/cgroup/cpuacct/cpuacct.usage", "5\n");
        source.read();
        assertThat(source.usedNanos()).isEqualTo(5);
        assertThat(warnings).isEmpty();

        tree.delete("/sys/fs/cgroup/cpuacct/cpuacct.usage");
        source.read();
        assertThat(source.usedNanos()).isNegative();
        assertThat(source.usedNanos()).isNegative();
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith("no file counts the CPU time of " + V1)
                .contains("paces no processor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "usage_usec", "usage_usec many", "user_usec 5", "usage_usec 99999999999999999999"})
    void aUseThatCannotBeReadIsNotKnownAndWarnedAboutOnce(String content) {
        CapturedTree tree = CapturedTree.unpack("v2-service", folder).write(SERVICE + "/cpu.stat", content);
        CpuLimitSource source = source(tree);
        source.read();
        assertThat(source.usedNanos()).isNegative();
        assertThat(source.usedNanos()).isNegative();
        assertThat(warnings).singleElement().asString().contains(SERVICE + "/cpu.stat");
    }

    private CpuLimitSource source(CapturedTree tree) {
        return new CgroupCpuLimit(tree.files(), new Warnings(warnings::add));
    }
}
