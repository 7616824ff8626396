package dev.gmp.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Probe.Event;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in a word of the ring can be read again. */
class RingRecorderTest {

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, (1 << 23) - 1, 1 << 23, (1 << 24) - 2})
    void theNumberOfAMachineIsRead(long machine) {
        EventRing ring = new EventRing(1);
        ring.add(0, RingRecorder.place(Event.STALLED, 2_047, 0xffff, machine), 0, 0);

        assertThat(RingRecorder.machineOf(ring.copy().words()[1])).isEqualTo(machine);
    }
}
