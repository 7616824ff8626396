package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a process reads as its CPU limit where a real kernel put it. */
class CapturedTreesTest {

    private static final String SCOPE =
            "/sys/fs/cgroup/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod7d3e.slice";

    @TempDir
    private Path folder;

    private final List<String> warnings = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "v2-service,          2.5, /sys/fs/cgroup/system.slice/app.service/cpu.max",
        "v2-container,        2.0, /sys/fs/cgroup/cpu.max",
        "v2-container-nested, 1.5, /sys/fs/cgroup/worker/cpu.max",
        "v2-nested,           1.5, " + SCOPE + "/cpu.max",
        "v2-rootless,         3.0, /sys/fs/cgroup/user.slice/user-1000.slice/cpu.max",
        "v2-agent,            2.0, /sys/fs/cgroup/cpu.max",
        "v2-blanks,           0.5, /mnt/control groups/night jobs/cpu.max",
        "v1-container,        1.2, '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us'",
        "v1-namespace,        1.2, '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us'",
        "v1-nested,           1.2, '/sys/fs/cgroup/cpu,cpuacct/kubepods/burstable/pod7d3e/5a0b/cpu.cfs_quota_us'",
        "v1-pod-limit,        1.5, '/sys/fs/cgroup/cpu,cpuacct/kubepods/burstable/pod7d3e/cpu.cfs_quota_us'",
        "hybrid,              2.5, '/sys/fs/cgroup/cpu,cpuacct/system.slice/app.service/cpu.cfs_quota_us'",
    })
    void theSmallestLimitOnTheWayUpCounts(String tree, double cpus, String origin) {
        assertThat(read(tree)).isEqualTo(new CpuLimit(cpus, origin));
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "v2-root,              none set in /sys/fs/cgroup or above",
        "v2-unlimited,         none set in /sys/fs/cgroup/system.slice/app.service or above",
        "v2-no-cpu-controller, none set in /sys/fs/cgroup/system.slice/app.service or above",
        "v1-unlimited,         'none set in /sys/fs/cgroup/cpu,cpuacct/system.slice/app.service or above'",
        "v1-no-cpu-controller, no cpu controller in /proc/self/cgroup",
    })
    void whereNothingIsSetThereIsNoLimitAndNoComplaint(String tree, String reason) {
        assertThat(read(tree)).isEqualTo(CpuLimit.none(reason));
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "v2-outside, 2.0, /sys/fs/cgroup/cpu.max, 'the process''s cgroup"
                + " /../other.scope is not visible, so limits are read from /sys/fs/cgroup and above'",
        "v1-moved, 0.5, '/sys/fs/cgroup/cpu,cpuacct/worker/cpu.cfs_quota_us', 'the process''s cgroup"
                + " /kubepods/burstable/pod7d3e/9c1d/worker is not visible,"
                + " so limits are read from /sys/fs/cgroup/cpu,cpuacct/worker and above'",
    })
    void aGroupOutsideOfTheMountIsGuessedAndTold(String tree, double cpus, String origin, String warning) {
        assertThat(read(tree)).isEqualTo(new CpuLimit(cpus, origin));
        assertThat(warnings).containsExactly(warning);
    }

    private CpuLimit read(String tree) {
        SystemFiles files = CapturedTree.unpack(tree, folder).files();
        return new CgroupCpuLimit(files, new Warnings(warnings::add)).read();
    }
}
