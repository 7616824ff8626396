package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupMembershipTest {

    @Test
    void version1WithTheCpuControllerComesBeforeVersion2() throws Exception {
        CgroupMembership expected = new CgroupMembership(CgroupVersion.V1, "/a/cpu");

        assertThat(CgroupMembership.parse("0::/a/v2\n2:cpu,cpuacct:/a/cpu\n1:blkio:/a/blkio\n"))
                .isEqualTo(expected);
        assertThat(CgroupMembership.parse("2:cpuacct,cpu:/a/cpu\n1:blkio:/a/blkio\n0::/a/v2\n"))
                .isEqualTo(expected);
    }

    @Test
    void controllersWhoseNameBeginsLikeCpuAreOthers() throws Exception {
        assertThat(CgroupMembership.parse("3:cpuset:/a\n2:cpuacct:/b\n1:name=cpu:/c\n0::/d\n"))
                .isEqualTo(new CgroupMembership(CgroupVersion.V2, "/d"));
        assertThat(CgroupMembership.parse("3:cpuset:/a\n2:cpuacct:/b\n")).isNull();
    }

    @Test
    void aPathMayHoldColonsAndBlanks() throws Exception {
        assertThat(CgroupMembership.parse("0::/a:b c:d")).isEqualTo(new CgroupMembership(CgroupVersion.V2, "/a:b c:d"));
    }

    @Test
    void nothingIsNoGroup() throws Exception {
        assertThat(CgroupMembership.parse("")).isNull();
        assertThat(CgroupMembership.parse("\n")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0:", "0:/a", "0::", "0::a", "2:cpu:", "2:cpu:a/b", "0::/a\nrubbish"})
    void anythingElseIsMalformed(String content) {
        assertThatExceptionOfType(MalformedFileException.class).isThrownBy(() -> CgroupMembership.parse(content));
    }
}
