package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupMountTest {

    @Test
    void mountsThatCanHaveTheCpuControllerAreFound() throws Exception {
        String content = """
                22 1 8:1 / / rw,relatime - ext4 /dev/root rw
                49 22 0:37 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
                56 22 0:40 /docker/1f /sys/fs/cgroup/cpu rw master:7 shared:9 - cgroup cgroup rw,cpu,cpuacct
                59 22 0:43 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset
                25 21 0:22 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
                """;

        assertThat(CgroupMount.parse(content))
                .containsExactly(
                        new CgroupMount(CgroupVersion.V1, "/docker/1f", "/sys/fs/cgroup/cpu"),
                        new CgroupMount(CgroupVersion.V2, "/", "/sys/fs/cgroup/unified"));
    }

    @Test
    void theUsualPlaceComesFirst() throws Exception {
        String content = """
                25 21 0:22 / /host/cgroup rw - cgroup2 cgroup2 rw
                26 21 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw
                """;

        assertThat(CgroupMount.parse(content))
                .extracting(CgroupMount::point)
                .containsExactly("/sys/fs/cgroup", "/host/cgroup");
    }

    @Test
    void escapedCharactersAreRead() throws Exception {
        String content = "25 21 0:22 /a\\134b /t\\011a\\040b\\012c\\134 rw - cgroup2 cgroup2 rw";

        assertThat(CgroupMount.parse(content))
                .containsExactly(new CgroupMount(CgroupVersion.V2, "/a\\b", "/t\ta b\nc\\"));
    }

    @Test
    void aMountSourceMayBeEmpty() throws Exception {
        assertThat(CgroupMount.parse("25 21 0:22 / /c rw - cgroup  rw,cpu"))
                .containsExactly(new CgroupMount(CgroupVersion.V1, "/", "/c"));
    }

    @Test
    void otherFileSystemsMayHaveAnyLine() throws Exception {
        String lowerFolders = "/layer:".repeat(100_000);

        assertThat(CgroupMount.parse("garbage\n\n1 2 - overlay\n262 31 0:72 / /merged rw - overlay overlay rw,lowerdir="
                        + lowerFolders + "\n25 21 0:22 / /c rw - cgroup2 cgroup2 rw\n"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x - cgroup2 cgroup2 rw",
                "25 21 0:22 / /c rw - cgroup2 cgroup2",
                "25 21 0:22 / c rw - cgroup2 cgroup2 rw",
                "25 21 0:22 r /c rw - cgroup2 cgroup2 rw",
                "25 21 0:22 / /c\\0 rw - cgroup2 cgroup2 rw",
                "25 21 0:22 / /c\\089 rw - cgroup2 cgroup2 rw",
                "25 21 0:22 /\\ /c rw - cgroup2 cgroup2 rw",
            })
    void aBrokenLineOfACgroupIsMalformed(String line) {
        assertThatExceptionOfType(MalformedFileException.class).isThrownBy(() -> CgroupMount.parse(line));
    }

    @ParameterizedTest
    @CsvSource({
        "/,          /,              ''",
        "/,          /a/b,           /a/b",
        "/docker/1f, /docker/1f,     ''",
        "/docker/1f, /docker/1f/sub, /sub",
        "/..,        /../other,      /other",
    })
    void aGroupBelowTheMountedOneHasAWay(String root, String path, String way) {
        assertThat(new CgroupMount(CgroupVersion.V1, root, "/c").wayTo(path)).isEqualTo(way);
    }

    @ParameterizedTest
    @CsvSource({
        "/docker/1f, /docker/1f2",
        "/docker/1f, /docker",
        "/docker/1f, /",
        "/,          /../other",
        "/a,         /a/../../other",
        "/..,        /",
    })
    void oneElsewhereHasNone(String root, String path) {
        assertThat(new CgroupMount(CgroupVersion.V1, root, "/c").wayTo(path)).isNull();
    }
}
