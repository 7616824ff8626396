package dev.gmp.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What is due has its turn beside tasks that go on and on, and never leave a processor idle. */
class DueBesideChainsTest {

    private static final int CHAINS = 5;
    private static final int TIMERS = 50;

    /** Tasks until each chain, and what is due, has had its turn in the ring: 16 of a chain come from runnext. */
    private static final int ROUND = (CHAINS + 1) * 17;

    private final AtomicBoolean stop = new AtomicBoolean();

    /** 16 of them, after which a processor looks at its timers by itself, take longer than sysmon waits for that. */
    @Test
    void whatIsDueBesideLongerTasksTakesItsTurnInTheRing() throws Exception {
        Queue<Long> begins = new ConcurrentLinkedQueue<>();
        List<ScheduledFuture<Long>> tasks = new ArrayList<>();
        List<Long> dues = new ArrayList<>();
        try (GmpScheduler scheduler = Schedulers.direct(1).build();
                AutoCloseable ending = () -> stop.set(true)) {
            for (int i = 0; i < CHAINS; i++) {
                chain(scheduler, () -> {
                    long begin = System.nanoTime();
                    begins.add(begin);
                    while (System.nanoTime() - begin < 200_000) {
                        Thread.onSpinWait();
                    }
                });
            }
            for (int i = 0; i < TIMERS; i++) {
                long delay = TimeUnit.MILLISECONDS.toNanos(100 + 20 * i);
                dues.add(System.nanoTime() + delay);
                tasks.add(scheduler.schedule(System::nanoTime, delay, TimeUnit.NANOSECONDS));
            }
            List<Long> others = new ArrayList<>();
            for (int i = 0; i < TIMERS; i++) {
                long due = dues.get(i);
                long begin = tasks.get(i).get();
                others.add(begins.stream()
                        .filter(each -> each - due > 0 && each - begin < 0)
                        .count());
            }
            // A thread that was kept from a CPU for some milliseconds leaves one of them to sysmon now and then.
            assertThat(others.stream().filter(each -> each < 3 * ROUND).count()).isGreaterThan(TIMERS / 2);
        }
    }

    /** They are in the heaps of all, and one is left, which has always something to do. */
    @Test
    void timersOfProcessorsThatThereAreNoMoreAreLookedAfter() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(8));
                AutoCloseable ending = () -> stop.set(true)) {
            List<ScheduledFuture<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                Thread each = new Thread(() -> tasks.add(scheduler.schedule(() -> 1, 500, TimeUnit.MILLISECONDS)));
                each.start();
                each.join();
            }
            scheduler.setMaxProcs(1);
            chain(scheduler, () -> {});
            for (ScheduledFuture<Integer> task : tasks) {
                assertThat(task.get(60, TimeUnit.SECONDS)).isEqualTo(1);
            }
        }
    }

    private void chain(GmpScheduler scheduler, Runnable link) {
        scheduler.execute(() -> {
            link.run();
            if (!stop.get()) {
                chain(scheduler, link);
            }
        });
    }
}
