package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupVersionTest {

    @ParameterizedTest
    @CsvSource({
        "500000 100000, 5",
        "50000 100000, 0.5",
        "250000 100000, 2.5",
        "1000 1000000, 0.001",
        "9223372036854775807 9223372036854775807, 1",
        "9223372036854775807 1, 9.223372036854775807E18",
        "150000 100000 5000, 1.5",
        "max 100000, Infinity",
        "max, Infinity",
    })
    void version2HoldsQuotaAndPeriodInOneFile(String content, double cpus) throws Exception {
        assertThat(CgroupVersion.parseV2(content + "\n")).isEqualTo(cpus);
        assertThat(CgroupVersion.parseV2(content)).isEqualTo(cpus);
    }

    @ParameterizedTest
    @CsvSource({
        "150000, 100000, 1.5",
        "1000, 1000000, 0.001",
        "9223372036854775807, 1, 9.223372036854775807E18",
        "-1, 100000, Infinity",
        "-9223372036854775808, 100000, Infinity",
        "-1, nobody reads it, Infinity",
    })
    void version1HoldsThemInTwo(String quota, String period, double cpus) throws Exception {
        assertThat(CgroupVersion.parseV1(quota + "\n", period + "\n")).isEqualTo(cpus);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\n",
                "100000",
                "100000 ",
                "maximum 100000",
                "MAX 100000",
                "0 100000",
                "-5 100000",
                "100 0",
                "100 -1",
                "1e5 100000",
                "0x10 16",
                "9223372036854775808 100000",
                "100000,100000",
                "\0",
                "\uFFFD 1",
            })
    void anythingElseIsMalformed(String content) {
        assertThatExceptionOfType(MalformedFileException.class).isThrownBy(() -> CgroupVersion.parseV2(content));
        assertThatExceptionOfType(MalformedFileException.class).isThrownBy(() -> CgroupVersion.parseV1(content, "0"));
    }
}
