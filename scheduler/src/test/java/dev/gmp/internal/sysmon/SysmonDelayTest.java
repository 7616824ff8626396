package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The law of sysmon's delay as a table. All times are in microseconds. */
class SysmonDelayTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            # sinceTake, sinceFind, waits, overtime, interrupts, due, delay
            # after a take
            0,           0,         false, false,    false,      ,    0
            9,           9,         true,  true,     false,      ,    0
            9,           9,         false, false,    false,      700, 0
            # Go's law
            10,          10,        false, false,    false,      ,    20
            50,          50,        false, false,    false,      ,    20
            51,          51,        false, false,    false,      ,    40
            56,          56,        false, false,    false,      ,    1280
            58,          58,        false, false,    false,      ,    5120
            59,          59,        false, false,    false,      ,    10000
            112,         112,       false, false,    false,      ,    10000
            114,         114,       false, false,    false,      ,    10000
            1000000,     1000000,   false, false,    false,      ,    10000
            # goroutines wait
            50,          100,       true,  false,    false,      ,    20
            56,          100,       true,  false,    false,      ,    1000
            1000000,     0,         true,  false,    false,      ,    1000
            1000000,     100,       true,  false,    false,      ,    1000
            1000000,     101,       true,  false,    false,      ,    10000
            1000000,     1000000,   true,  true,     false,      ,    1000
            1000000,     0,         false, true,     false,      ,    10000
            # something is due
            1000000,     1000000,   false, false,    false,      700, 700
            1000000,     0,         true,  false,    false,      700, 700
            10,          10,        true,  false,    false,      700, 20
            1000000,     1000000,   true,  false,    false,      -5,  20
            # it interrupts threads that compute
            0,           0,         true,  true,     true,       ,    20
            1,           1,         true,  true,     true,       ,    250
            50,          50,        false, true,     true,       ,    250
            1000000,     1000000,   true,  true,     true,       ,    1000
            1000000,     1000000,   false, true,     true,       ,    10000
            1000000,     1000000,   true,  true,     true,       700, 700
            1000000,     1000000,   true,  true,     true,       100, 250
            """)
    void theDelayToTheNextTick(
            long sinceTake,
            long sinceFind,
            boolean anyWaits,
            boolean anyInOvertime,
            boolean interrupts,
            Long due,
            long delay) {
        long dueNanos = due == null ? Long.MAX_VALUE : TimeUnit.MICROSECONDS.toNanos(due);
        assertThat(SysmonDelay.nanos(sinceTake, sinceFind, anyWaits, anyInOvertime, interrupts, dueNanos))
                .isEqualTo(TimeUnit.MICROSECONDS.toNanos(delay));
    }

    @ParameterizedTest
    @CsvSource({"0, false", "50, false", "58, false", "59, true", "1000000, true"})
    void whenTicksAreAsSeldomAsTheyMayBe(long sinceTake, boolean isSlowest) {
        assertThat(SysmonDelay.isSlowest(sinceTake)).isEqualTo(isSlowest);
    }
}
