package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** How long a goroutine has to answer, by a clock that the test sets and the CPU time of real threads. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux tells what wants a CPU from what is blocked")
class SysmonTickTest {

    private static final long ALLOWED = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long ENOUGH = TimeUnit.MILLISECONDS.toNanos(10);

    private final GmpScheduler scheduler = GmpScheduler.builder().maxProcs(1).build();
    private final SysmonTick tick = new SysmonTick(new ThreadActivity());
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void close() {
        over.countDown();
        scheduler.close();
    }

    /** To this clock five milliseconds have passed at once, in which the thread cannot have used them. */
    @Test
    void oneThatGotNoCpuHasTimeLeft() {
        Machine machine = machineThatComputes();
        await().until(() -> {
            tick.asked(machine, 0);
            return tick.answerLeftNanos(machine, ALLOWED, ALLOWED) > 0; // a safepoint blocks it
        });
    }

    @Test
    void oneThatComputesUsesItUp() {
        Machine machine = machineThatComputes();
        tick.asked(machine, 0);
        await().until(() -> tick.answerLeftNanos(machine, ALLOWED, ENOUGH - 1) <= 0);
    }

    @Test
    void noneHasForEver() {
        Machine machine = machineThatComputes();
        tick.asked(machine, 0);
        assertThat(tick.answerLeftNanos(machine, ALLOWED, ENOUGH)).isEqualTo(ALLOWED - ENOUGH);
    }

    @Test
    void oneThatIsBlockedHasNoMoreThanTheTime() {
        Machine machine = Schedulers.machineThatRuns(scheduler, () -> Latches.await(over));
        await().until(() -> machine.thread().getState() == Thread.State.WAITING);
        await().until(() -> {
            tick.asked(machine, 0);
            return tick.answerLeftNanos(machine, ALLOWED, ALLOWED) <= 0;
        });
    }

    /** To ask the kernel costs microseconds, and a tick comes soon that asks in any case. */
    @Test
    void noneIsTakenForBlockedWithinAMillisecond() {
        Machine machine = Schedulers.machineThatRuns(scheduler, () -> Latches.await(over));
        await().until(() -> machine.thread().getState() == Thread.State.WAITING);
        long soon = TimeUnit.MILLISECONDS.toNanos(1) - 1;
        tick.asked(machine, 0);
        assertThat(tick.answerLeftNanos(machine, soon / 2, soon)).isPositive();
    }

    private Machine machineThatComputes() {
        return Schedulers.machineThatRuns(scheduler, () -> {
            while (over.getCount() > 0) {
                Thread.onSpinWait();
            }
        });
    }
}
