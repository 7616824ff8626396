package dev.gmp.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A goroutine that has lost its processor and readies another one: it takes an idle processor, if there is one. */
class RegainedProcessorTest {

    /** With a slice so long that it loses its processor by blocking, however busy the machine is. */
    private final GmpScheduler scheduler =
            Schedulers.direct(1).timeSlice(Duration.ofSeconds(10)).build();

    private final CountDownLatch childRan = new CountDownLatch(1);

    @AfterEach
    void close() {
        scheduler.shutdownNow();
        scheduler.close();
    }

    @Test
    void aGoroutineThatReadiesAnotherTakesAnIdleProcessor() throws Exception {
        Future<Boolean> holds = scheduler.submit(() -> {
            sleepUntilTheProcessorIsIdle();
            assertThat(holdsProcessor()).isFalse();
            scheduler.execute(childRan::countDown);
            return holdsProcessor();
        });

        assertThat(holds.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(childRan.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void notInASectionThatIsMarkedAsBlocking() throws Exception {
        Future<Boolean> holds = scheduler.submit(() -> Goroutines.blocking(() -> {
            sleepUntilTheProcessorIsIdle();
            scheduler.execute(childRan::countDown);
            boolean held = holdsProcessor();
            assertThat(childRan.await(60, TimeUnit.SECONDS)).isTrue();
            return held;
        }));

        assertThat(holds.get(60, TimeUnit.SECONDS)).isFalse();
    }

    private void sleepUntilTheProcessorIsIdle() throws InterruptedException {
        for (SchedulerSnapshot now = scheduler.snapshot();
                now.counters().handoffs() == 0 || now.idleProcs() == 0 || now.spinningMachines() > 0;
                now = scheduler.snapshot()) {
            Thread.sleep(1);
        }
    }

    private static boolean holdsProcessor() {
        return (MachineThreads.of(Thread.currentThread())).holdsProcessor();
    }
}
