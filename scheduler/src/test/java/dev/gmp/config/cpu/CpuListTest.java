package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListTest {

    @ParameterizedTest
    @CsvSource({
        "'', {}",
        "0, {0}",
        "5-5, {5}",
        "'0-3', '{0, 1, 2, 3}'",
        "'\t0-1,8,62-65\n', '{0, 1, 8, 62, 63, 64, 65}'",
        "'3,1-3', '{1, 2, 3}'",
        "1048575, '{1048575}'",
    })
    void rangesAndSingleNumbersAreRead(String list, String cpus) throws Exception {
        assertThat(CpuList.parse(list)).hasToString(cpus);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",",
                "0,",
                "-",
                "-1",
                "1-",
                "3-1",
                "a",
                "0-3:2/4",
                "0 1",
                "1048576",
                "99999999999",
                "0-2147483647"
            })
    void anythingElseIsMalformed(String list) {
        assertThatExceptionOfType(MalformedFileException.class).isThrownBy(() -> CpuList.parse(list));
    }
}
