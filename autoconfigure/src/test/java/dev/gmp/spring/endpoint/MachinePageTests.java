package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.observe.MachineSnapshot;
import dev.gmp.observe.MachineSnapshot.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;

/** Pages of ten thousand machines, which are made up. */
class MachinePageTests {

    private final List<MachineSnapshot> machines = new ArrayList<>();

    MachinePageTests() {
        for (int id = 0; id < 10_000; id++) {
            machines.add(machine(id, State.values()[id % State.values().length]));
        }
        Collections.shuffle(machines, new Random(1));
    }

    /** Of those there are at most as many as processors. */
    @Test
    void whatRunsOnAProcessorComesFirst() {
        List<MachineSnapshot> first = MachinePage.FIRST.of(machines);

        assertThat(first).hasSize(200).allMatch(machine -> machine.state() == State.RUNNING);
    }

    @Test
    void thenComeThoseThatHoldSomethingUp() {
        List<MachineSnapshot> first = MachinePage.FIRST.of(machines.stream()
                .filter(machine -> machine.state() != State.RUNNING)
                .toList());

        assertThat(first).hasSize(200).allMatch(machine -> machine.state() == State.OVERTIME);
        assertThat(first.get(0).id()).isEqualTo(9_999); // has run longest
        assertThat(first).extracting(MachineSnapshot::runningFor).isSortedAccordingTo(Collections.reverseOrder());
    }

    @Test
    void idleOnesComeLast() {
        List<MachineSnapshot> oneOfEach = machines.stream()
                .filter(machine -> machine.id() < State.values().length)
                .toList();

        assertThat(MachinePage.FIRST.of(oneOfEach))
                .extracting(MachineSnapshot::state)
                .containsExactly(
                        State.RUNNING, State.OVERTIME, State.BLOCKED, State.LOCKED, State.SPINNING, State.IDLE);
    }

    @Test
    void allPagesTogetherHaveEachMachineOnce() {
        Set<Long> seen = new HashSet<>();
        for (int offset = 0; offset < 10_000; offset += 1_000) {
            List<MachineSnapshot> page = MachinePage.of(offset, 1_000, false).of(machines);
            assertThat(page).hasSize(1_000);
            page.forEach(machine -> seen.add(machine.id()));
        }
        assertThat(seen).hasSize(10_000);
        assertThat(MachinePage.of(10_000, 1_000, false).of(machines)).isEmpty();
    }

    @Test
    void withStacksAPageIsSmaller() {
        assertThat(MachinePage.of(null, null, true).limit()).isEqualTo(100);
        assertThat(MachinePage.of(null, null, null)).isEqualTo(MachinePage.FIRST);
    }

    @ParameterizedTest
    @CsvSource({"-1, 10, false, offset", "0, 0, false, limit", "0, 1001, false, limit", "0, 101, true, limit"})
    void aNumberOutOfItsRange(int offset, int limit, boolean stacks, String name) {
        assertThatThrownBy(() -> MachinePage.of(offset, limit, stacks))
                .isInstanceOf(InvalidEndpointRequestException.class)
                .hasMessageStartingWith(name + " must be between ");
    }

    private static MachineSnapshot machine(int id, State state) {
        return new MachineSnapshot(id, "gmp-default-m" + id, state, -1, "Task", Duration.ofMillis(id));
    }
}
