package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.testkit.Latches;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which machine has a thread beside it, and for how long. What it is good for shows in the benchmark {@code yield}. */
@Timeout(60)
class MachinePaddingTest {

    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void end() {
        release.countDown();
        await().until(() -> paddings().isEmpty());
    }

    @Test
    void asManyMachinesAsProcessorsHaveOne() {
        MachinePadding padding = of(2, GoroutineMode.VIRTUAL);
        for (int number = 0; number < 3; number++) {
            padding.start(machine(number));
        }
        assertThat(paddings()).containsExactlyInAnyOrder("padded-0-padding", "padded-1-padding");
    }

    @Test
    void itEndsWithItsMachineAndLeavesItsPlaceToAnother() {
        MachinePadding padding = of(2, GoroutineMode.VIRTUAL);
        CountDownLatch endOfFirst = new CountDownLatch(1);
        padding.start(machine(0, endOfFirst));
        padding.start(machine(1));
        endOfFirst.countDown();
        await().until(() -> paddings().equals(Set.of("padded-1-padding")));

        padding.start(machine(2));
        assertThat(paddings()).containsExactlyInAnyOrder("padded-1-padding", "padded-2-padding");
    }

    @Test
    void itEndsWhereTheMachineCannotBeStarted() throws InterruptedException {
        MachinePadding padding = of(2, GoroutineMode.VIRTUAL);
        Machine ended = machine(0, new CountDownLatch(0));
        ended.thread().start();
        ended.thread().join();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> padding.start(ended)).isInstanceOf(IllegalThreadStateException.class);
        }
        await().until(() -> paddings().isEmpty());

        padding.start(machine(1));
        assertThat(paddings()).containsExactly("padded-1-padding");
    }

    @Test
    void oneProcessorNeedsNone() {
        of(1, GoroutineMode.VIRTUAL).start(machine(0));
        assertThat(paddings()).isEmpty();
    }

    @Test
    void directGoroutinesNeedNone() {
        of(2, GoroutineMode.DIRECT).start(machine(0));
        assertThat(paddings()).isEmpty();
    }

    private static MachinePadding of(int procs, GoroutineMode kind) {
        return new MachinePadding(new SchedulerState(ProtocolState.unbounded(procs), 4).processors(), kind);
    }

    private Machine machine(int number) {
        return machine(number, release);
    }

    private Machine machine(int number, CountDownLatch end) {
        SchedulerState state = new SchedulerState(ProtocolState.unbounded(), 4);
        MachineVerbs untilThen = new ProtocolState.NoVerbs() {
            @Override
            public void live(Machine machine) {
                Latches.await(end);
            }
        };
        return new Machine(number, "padded-" + number, state, untilThen, state.probes(), false);
    }

    private static Set<String> paddings() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("padded-") && name.endsWith("-padding"))
                .collect(Collectors.toSet());
    }
}
