package dev.gmp.internal.sysmon;

import static dev.gmp.internal.sysmon.SysmonDelay.LONGEST_NANOS;
import static dev.gmp.internal.sysmon.SysmonDelay.LONGEST_UNDER_LOAD_NANOS;
import static dev.gmp.internal.sysmon.SysmonDelay.SHORTEST_INTERRUPTING_NANOS;
import static dev.gmp.internal.sysmon.SysmonDelay.SHORTEST_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.sysmon.SysmonDelay.Load;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SysmonDelayTest {

    private static final int MANY = 200;

    private final SysmonDelay delay = new SysmonDelay(TimeUnit.MILLISECONDS.toNanos(10));

    @Test
    void ticksSeldomWhenNoGoroutineWaits() {
        assertThat(afterMany(delay, Load.NONE)).isEqualTo(LONGEST_NANOS);
    }

    @Test
    void ticksOftenWhileGoroutinesWait() {
        assertThat(afterMany(delay, Load.FULL)).isEqualTo(LONGEST_UNDER_LOAD_NANOS);
        for (int tick = 0; tick < MANY; tick++) {
            assertThat(next(delay, Load.FULL, false)).isEqualTo(LONGEST_UNDER_LOAD_NANOS);
        }
    }

    @Test
    void ticksAtOnceWhereItFoundSomething() {
        afterMany(delay, Load.CALM);
        assertThat(next(delay, Load.CALM, true)).isEqualTo(SHORTEST_NANOS);
        for (int tick = 0; tick < 50; tick++) {
            assertThat(next(delay, Load.CALM, false)).isEqualTo(SHORTEST_NANOS);
        }
        assertThat(next(delay, Load.CALM, false)).isEqualTo(2 * SHORTEST_NANOS);
    }

    /** Shorter slices are kept to, if they are not shorter than the ticks are apart in any case. */
    @ParameterizedTest
    @CsvSource({"100, 2, 10", "10, 2, 10", "3, 2, 3", "1, 1, 1", "0, 1, 1"})
    void pausesForASliceBetweenTwoTicksWhileCalm(int sliceMillis, int betweenMillis, int pauseMillis) {
        SysmonDelay calm = new SysmonDelay(TimeUnit.MILLISECONDS.toNanos(sliceMillis));
        afterMany(calm, Load.FULL);
        for (int time = 0; time < 5; time++) {
            assertThat(next(calm, Load.CALM, false)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(betweenMillis));
            assertThat(next(calm, Load.CALM, false)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
        }
    }

    @Test
    void pausesNoMoreAsSoonAsItSeesTrouble() {
        afterMany(delay, Load.FULL);
        next(delay, Load.CALM, false);
        assertThat(next(delay, Load.FULL, false)).isEqualTo(LONGEST_UNDER_LOAD_NANOS);
        assertThat(next(delay, Load.CALM, false)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(2));
    }

    @Test
    void afterASleepItBeginsAnew() {
        afterMany(delay, Load.NONE);
        delay.beginAnew();
        for (int tick = 0; tick < 50; tick++) {
            assertThat(next(delay, Load.NONE, false)).isEqualTo(SHORTEST_NANOS);
        }
        assertThat(next(delay, Load.NONE, false)).isEqualTo(2 * SHORTEST_NANOS);
    }

    @Test
    void interruptsOthersSeldomUnlessItFoundSomething() {
        next(delay, Load.FULL, false);
        assertThat(delay.leastNanos()).isEqualTo(SHORTEST_INTERRUPTING_NANOS);
        next(delay, Load.FULL, true);
        assertThat(delay.leastNanos()).isZero();
        next(delay, Load.FULL, false);
        assertThat(delay.leastNanos()).isEqualTo(SHORTEST_INTERRUPTING_NANOS);
    }

    private static long afterMany(SysmonDelay delay, Load load) {
        for (int tick = 0; tick < MANY; tick++) {
            next(delay, load, false);
        }
        return next(delay, load, false);
    }

    private static long next(SysmonDelay delay, Load load, boolean found) {
        delay.ticked(found);
        return delay.advance(load);
    }
}
