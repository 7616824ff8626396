package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Machine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which idle processor a machine takes after a section that blocks: its caches are warm for the old one. */
class RegainTest {

    private final SearchParts parts = new SearchParts(4);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void theOneThatItHeldBeforeIfThatIsIdle(int id) {
        Machine machine = parts.machineOn(id);
        assertThat(parts.handOff.putIdle(machine)).isTrue();

        assertThat(parts.handOff.tryRegain(machine)).isTrue();
        assertThat(machine.processor()).isSameAs(parts.state.processors().get(id));
        assertThat(parts.state.idle().processors().count()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void elseAnyOther(int id) {
        Machine machine = parts.machineOn(id);
        assertThat(parts.handOff.putIdle(machine)).isTrue();
        parts.machineOn(id);

        assertThat(parts.handOff.tryRegain(machine)).isTrue();
        assertThat(machine.processor()).isNotSameAs(parts.state.processors().get(id));
        assertThat(machine.holdsProcessor()).isTrue();
    }
}
