package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits and counters as text, of the files of a real kernel. */
class CgroupCountersTest {

    private static final String V2 = "/sys/fs/cgroup/system.slice";
    private static final String POD = "/kubepods/burstable/pod7d3e";

    @TempDir
    private Path folder;

    @Test
    void version2HasTheGroupAndAllAroundIt() {
        CapturedTree tree = CapturedTree.unpack("v2-service", folder)
                .write(V2 + "/app.service/cpu.stat", "usage_usec 17\nnr_throttled 3\n")
                .write(V2 + "/app.service/memory.max", "1000\n")
                .write(V2 + "/memory.max", "2000\n")
                .write("/sys/fs/cgroup/other.slice/memory.max", "3000\n");

        assertThat(CgroupCounters.read(tree.files()))
                .contains(V2 + "/app.service/cpu.stat\n  usage_usec 17\n  nr_throttled 3\n")
                .contains(V2 + "/app.service/memory.max\n  1000\n")
                .contains(V2 + "/memory.max\n  2000\n")
                .containsSubsequence(V2 + "/app.service/cpu.max", V2 + "/cpu.max")
                .doesNotContain("3000", "cpu.pressure");
    }

    @Test
    void version1HasItsThreeHierarchies() {
        CapturedTree tree = CapturedTree.unpack("v1-nested", folder)
                .write("/sys/fs/cgroup/cpu,cpuacct" + POD + "/5a0b/cpu.stat", "nr_throttled 5\n")
                .write("/sys/fs/cgroup/cpu,cpuacct" + POD + "/5a0b/cpuacct.usage", "77\n")
                .write("/sys/fs/cgroup/memory" + POD + "/5a0b/memory.failcnt", "9\n");

        assertThat(CgroupCounters.read(tree.files()))
                .contains("/sys/fs/cgroup/cpu,cpuacct" + POD + "/5a0b/cpu.cfs_quota_us\n  120000\n")
                .contains("/sys/fs/cgroup/cpu,cpuacct" + POD + "/cpu.cfs_quota_us\n  150000\n")
                .contains("/5a0b/cpu.stat\n  nr_throttled 5\n")
                .contains("/5a0b/cpuacct.usage\n  77\n")
                .contains("/sys/fs/cgroup/memory" + POD + "/5a0b/memory.failcnt\n  9\n");
    }

    @Test
    void withoutGroupsItSaysSo() {
        assertThat(CgroupCounters.read(CapturedTree.empty(folder).files())).isEqualTo("no cgroup is visible\n");
    }

    @Test
    void whatCannotBeReadIsNamed() {
        CapturedTree tree = CapturedTree.unpack("v2-service", folder).makeUnreadable(V2 + "/cpu.max");
        assertThat(CgroupCounters.read(tree.files()))
                .contains(V2 + "/cpu.max\n  cannot be read: ", V2 + "/app.service/cpu.max\n");

        tree.write("/proc/self/cgroup", "nonsense\n");
        assertThat(CgroupCounters.read(tree.files())).startsWith("the cgroup cannot be read: ");
    }
}
