package dev.gmp.internal.sched;

import static dev.gmp.testkit.Checkers.expect;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.observe.SchedulerSnapshot.Phase;
import dev.gmp.testkit.Checkers;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SHUT-1 and QUIET-1 in every interleaving of a shutdown, a submitter and a machine that has nothing to do. */
@Tag("long")
@Timeout(600)
class LifecycleProtocolTest {

    @Test
    void whatIsAcceptedKeepsTheSchedulerAlive() {
        Checkers.everyInterleaving(LifecycleProtocolTest::shutDownBesideASubmitter);
    }

    private static void shutDownBesideASubmitter() {
        SchedulerState state = new SchedulerState(ProtocolState.unbounded(), 4);
        Lifecycle lifecycle = ProtocolState.lifecycle(state);
        AtomicBoolean accepted = new AtomicBoolean();
        Thread submitter =
                Checkers.start(() -> accepted.set(state.queues().global().offer(new DirectGoroutine(() -> {}), 1)));
        Thread idleMachine = Checkers.start(lifecycle::tryTerminate);
        lifecycle.shutdown();
        Checkers.join(submitter);
        Checkers.join(idleMachine);
        Phase expected = accepted.get() ? Phase.SHUTDOWN : Phase.TERMINATED;
        expect(lifecycle.phase() == expected, "accepted: " + accepted + ", but " + lifecycle.phase());
    }
}
