package dev.gmp.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.testkit.Thrown;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TerminationTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final Lifecycle lifecycle = ProtocolState.lifecycle(state);
    private final List<String> done = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void aStepThatFailsKeepsNoThreadWaiting(Thrown thrown) {
        new Termination(lifecycle, () -> done.add("first"), thrown::raise, () -> done.add("last")).run();

        assertThat(done).containsExactly("first", "last");
        assertThat(lifecycle.isTerminated()).isTrue();
    }
}
