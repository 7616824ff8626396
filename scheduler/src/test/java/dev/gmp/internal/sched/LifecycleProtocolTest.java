package dev.gmp.internal.sched;

import static dev.gmp.testkit.Checkers.expect;

import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.observe.GoroutineInfo;
import dev.gmp.observe.SchedulerSnapshot.Phase;
import dev.gmp.testkit.Checkers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SHUT-1 and QUIET-1 in every interleaving of a shutdown, a submitter and a machine that has nothing to do. */
@Timeout(600)
class LifecycleProtocolTest {

    @Test
    void whatIsAcceptedKeepsTheSchedulerAlive() {
        Checkers.everyInterleaving(LifecycleProtocolTest::shutDownBesideASubmitter);
    }

    @Test
    @Tag("long")
    void whatIsAcceptedKeepsTheSchedulerAliveAtLength() {
        Checkers.everyInterleaving(LifecycleProtocolTest::shutDownBesideASubmitter);
    }

    private static void shutDownBesideASubmitter() {
        SchedulerConfig config = new SchedulerConfig(
                "test",
                1,
                GoroutineMode.DIRECT,
                Discipline.GO,
                Duration.ofMillis(10),
                1,
                Duration.ofSeconds(1),
                SchedulerConfig.UNBOUNDED,
                SchedulerConfig.UNBOUNDED,
                RejectionPolicy.ABORT,
                Duration.ZERO,
                false,
                Duration.ZERO);
        SchedulerState state = new SchedulerState(config, 4);
        Lifecycle lifecycle = new Lifecycle(state);
        lifecycle.manage(new MachinePool(state, new NoVerbs(), lifecycle::lastMachineEnded));
        AtomicBoolean accepted = new AtomicBoolean();
        Thread submitter =
                Checkers.start(() -> accepted.set(state.globalQueue().offer(new DirectGoroutine(() -> {}), 1)));
        Thread idleMachine = Checkers.start(lifecycle::tryTerminate);
        lifecycle.shutdown();
        Checkers.join(submitter);
        Checkers.join(idleMachine);
        Phase expected = accepted.get() ? Phase.SHUTDOWN : Phase.TERMINATED;
        expect(lifecycle.phase() == expected, "accepted: " + accepted + ", but " + lifecycle.phase());
    }

    /** No machine is started here. */
    private static final class NoVerbs implements MachineVerbs {

        @Override
        public void live(Machine machine) {}

        @Override
        public GoroutineInfo describe(Machine machine) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void giveWay(Machine machine) {}

        @Override
        public void enterBlocking(Machine machine) {}

        @Override
        public void exitBlocking(Machine machine) {}

        @Override
        public void sleep(long nanos) {}

        @Override
        public void park(long nanos) {}

        @Override
        public Netpoll netpoll() {
            throw new UnsupportedOperationException();
        }
    }
}
