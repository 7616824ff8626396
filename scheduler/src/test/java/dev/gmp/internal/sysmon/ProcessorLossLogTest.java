package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineVerbs;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.observe.ProcessorLoss;
import dev.gmp.observe.ProcessorLoss.Kind;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is kept of processors that were lost, on a clock that the test moves. The machine is a thread that waits. */
class ProcessorLossLogTest {

    private static final long SECOND = 1_000_000_000;

    private final List<Runnable> looks = new ArrayList<>();
    private final ProcessorLossLog losses = new ProcessorLossLog(looks::add);
    private final CountDownLatch end = new CountDownLatch(1);
    private final DirectGoroutine goroutine = new DirectGoroutine(() -> {});
    private Machine machine;

    @BeforeEach
    void startMachine() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        MachineVerbs verbs = (MachineVerbs) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MachineVerbs.class}, (proxy, method, arguments) -> {
                    started.countDown();
                    end.await();
                    return null;
                });
        machine = new Machine(7, "m7", this, verbs, new ProbePoint(), false);
        machine.setCurrentRelease(goroutine);
        machine.thread().start();
        started.await();
    }

    @AfterEach
    void endMachine() throws Exception {
        end.countDown();
        machine.thread().join();
    }

    @Test
    void fourStacksOfEachKindInASecond() {
        for (int i = 0; i < 20; i++) {
            losses.add(Kind.PREEMPTION, 0, machine, goroutine, 1, SECOND + i * SECOND / 20, Probe.NONE);
            losses.add(Kind.HANDOFF, 0, machine, goroutine, 1, SECOND + i * SECOND / 20, Probe.NONE);
            losses.add(Kind.YIELDS, 0, machine, goroutine, 1, SECOND + i * SECOND / 20, Probe.NONE);
        }
        look();
        assertThat(withStack(Kind.PREEMPTION)).isEqualTo(4);
        assertThat(withStack(Kind.HANDOFF)).isEqualTo(4);
        assertThat(withStack(Kind.YIELDS)).isEqualTo(4);
    }

    /** A recording pays for more of them, and without one none is paid. */
    @Test
    void aHundredInASecondWhileTheyAreRecorded() {
        List<List<StackTraceElement>> seen = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            losses.add(Kind.PREEMPTION, 0, machine, goroutine, 1, SECOND + i * SECOND / 200, recorder(true, seen));
        }
        look();
        assertThat(seen).hasSize(100).doesNotContain(List.of());
        for (int i = 0; i < 200; i++) {
            losses.add(Kind.HANDOFF, 0, machine, goroutine, 1, SECOND + i * SECOND / 200, recorder(false, seen));
        }
        assertThat(looks).hasSize(4);
        look();
        assertThat(seen).hasSize(100);
    }

    @Test
    void aStackComesLaterThanTheLoss() {
        losses.add(Kind.PREEMPTION, 0, machine, goroutine, 1, SECOND, Probe.NONE);
        assertThat(losses.all()).hasSize(1);
        assertThat(withStack(Kind.PREEMPTION)).isZero();
        look();
        assertThat(withStack(Kind.PREEMPTION)).isEqualTo(1);
    }

    @Test
    void aStackOfSomethingElseIsNotShown() {
        losses.add(Kind.HANDOFF, 0, machine, new DirectGoroutine(() -> {}), 1, SECOND, Probe.NONE);
        look();
        assertThat(losses.all())
                .singleElement()
                .satisfies(loss -> assertThat(loss.stack()).isEmpty());
    }

    @Test
    void manyOfOneKindDoNotPushOutTheOther() {
        losses.add(Kind.PREEMPTION, 3, machine, goroutine, 12, SECOND, Probe.NONE);
        for (int i = 0; i < 10_000; i++) {
            losses.add(Kind.HANDOFF, 0, machine, goroutine, 1, SECOND, Probe.NONE);
        }
        List<ProcessorLoss> all = losses.all();
        assertThat(all).hasSize(ProcessorLossLog.MOST + 1);
        assertThat(all.get(ProcessorLossLog.MOST)).satisfies(loss -> {
            assertThat(loss.kind()).isEqualTo(Kind.PREEMPTION);
            assertThat(loss.processor()).isEqualTo(3);
            assertThat(loss.machine()).isEqualTo(7);
            assertThat(loss.threadName()).isEqualTo("m7");
            assertThat(loss.task()).isEqualTo(ProcessorLossLogTest.class.getName() + "$$Lambda");
            assertThat(loss.ran()).hasNanos(12);
        });
    }

    private static Probe recorder(boolean wantsStacks, List<List<StackTraceElement>> seen) {
        return (Probe) Proxy.newProxyInstance(
                ProcessorLossLogTest.class.getClassLoader(),
                new Class<?>[] {Probe.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("seesStack")) {
                        seen.add(((List<?>) arguments[2])
                                .stream().map(StackTraceElement.class::cast).toList());
                    }
                    return method.getName().equals("wantsStacks") ? wantsStacks : null;
                });
    }

    private void look() {
        looks.forEach(Runnable::run);
        looks.clear();
    }

    private long withStack(Kind kind) {
        return losses.all().stream()
                .filter(loss -> loss.kind() == kind && !loss.stack().isEmpty())
                .count();
    }
}
