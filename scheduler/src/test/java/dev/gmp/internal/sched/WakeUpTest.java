package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Machine;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What new work wakes: one machine while a processor is idle and none spins, else none. */
class WakeUpTest {

    private final SearchParts parts = new SearchParts(2);
    private final Machine parked = parts.parked();

    /** All that may wake a machine for work that is there. */
    static Stream<Named<Consumer<SearchParts>>> wakers() {
        return Stream.of(
                Named.of("afterPut", some -> some.wakeUp.afterPut()),
                Named.of("afterRunNext", some -> some.wakeUp.afterRunNext()),
                Named.of("afterKick", some -> some.wakeUp.afterKick()),
                Named.of("afterShortage", some -> some.wakeUp.afterShortage()),
                Named.of("retry", some -> some.wakeUp.retry()),
                Named.of("wakeOne", some -> some.wakeUp.wakeOne()),
                Named.of("a processor that has gone idle", some -> some.handOff.afterIdle()),
                Named.of(
                        "a goroutine for the global queue",
                        some -> some.handOff.readyGlobal(SearchParts.goroutine(), 0)),
                Named.of("a timer", some -> some.timerWaker.afterSet(0)));
    }

    @ParameterizedTest
    @MethodSource("wakers")
    void noMachineIsWokenWhileOneSpins(Consumer<SearchParts> waker) {
        parts.state.queues().global().add(SearchParts.goroutine(), 0);
        parts.machineOn(0);
        parts.state.idle().spinning().increment();

        waker.accept(parts);
        assertThat(parked.hasAssignment()).isFalse();
        assertThat(parts.state.idle().processors().count()).isEqualTo(1);
        assertThat(parts.state.idle().spinning().count()).isEqualTo(1);

        parts.state.idle().spinning().decrement();
        waker.accept(parts);
        assertThat(parked.hasAssignment()).isTrue();
        assertThat(parts.state.idle().spinning().count()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("wakers")
    void noMachineIsWokenOrMadeWhileAllProcessorsAreBusy(Consumer<SearchParts> waker) {
        parts.state.queues().global().add(SearchParts.goroutine(), 0);
        parts.machineOn(0);
        parts.machineOn(1);

        waker.accept(parts);
        assertThat(parked.hasAssignment()).isFalse();
        assertThat(parts.state.idle().spinning().any()).isFalse();

        parts.state.idle().machines().pop();
        waker.accept(parts);
        assertThat(parts.machines.created()).isZero();
        assertThat(parts.machines.limitHits()).isZero();
        assertThat(parts.state.idle().spinning().any()).isFalse();
    }

    /** It wakes for what comes, unless another one looks for that. */
    @Test
    void aMachineThatPausesGoesOnPausingWhileOneSpins() {
        Machine paused = parts.machineOn(0);
        parts.machineOn(1);
        parts.state.idle().pausedMachines().push(paused);
        parts.state.queues().global().add(SearchParts.goroutine(), 0);
        parts.state.idle().spinning().increment();

        parts.wakeUp.afterPut();
        assertThat(parts.state.idle().pausedMachines().size()).isEqualTo(1);

        parts.state.idle().spinning().decrement();
        parts.wakeUp.afterPut();
        assertThat(parts.state.idle().pausedMachines().isEmpty()).isTrue();
    }
}
