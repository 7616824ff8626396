package dev.gmp.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class IdleSchedulerTest {

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Test
    void anIdleSchedulerUsesNoCpu() throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .name("idle-test")
                .maxProcs(4)
                .goroutines(GoroutineMode.DIRECT)
                .build()) {
            runOn(scheduler, 1_000);
            await().until(() -> isParked(scheduler) && allWait());
            // On a busy machine a thread that waits already may still have to get to its park.
            await().untilAsserted(() -> {
                Map<Long, Long> before = cpuTimes();
                var countersBefore = scheduler.snapshot().counters();
                Thread.sleep(1_500); // longer than from one second's look to the next

                assertThat(cpuTimes()).isEqualTo(before);
                var countersAfter = scheduler.snapshot().counters();
                assertThat(countersAfter.machineParks()).isEqualTo(countersBefore.machineParks());
                assertThat(countersAfter.machineUnparks()).isEqualTo(countersBefore.machineUnparks());
            });
        }
    }

    @Test
    void machinesEndAfterTheirKeepAlive() throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder()
                .name("idle-test")
                .maxProcs(4)
                .goroutines(GoroutineMode.DIRECT)
                .machineKeepAlive(Duration.ofMillis(50))
                .build()) {
            runOn(scheduler, 1_000);
            await().until(() -> scheduler.snapshot().machineCounts().total() == 0);

            runOn(scheduler, 10);
            await().until(() -> scheduler.snapshot().machineCounts().total() == 0);
            await().untilAsserted(
                            () -> { // the last one is counted a little after it has left
                                var counters = scheduler.snapshot().counters();
                                assertThat(counters.machinesEnded()).isEqualTo(counters.machinesCreated());
                            });
        }
    }

    private static void runOn(GmpScheduler scheduler, int tasks) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(tasks);
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(done::countDown);
        }
        done.await();
    }

    private static boolean isParked(GmpScheduler scheduler) {
        var snapshot = scheduler.snapshot();
        return snapshot.idleProcs() == snapshot.procs()
                && snapshot.machineCounts().idle() == snapshot.machineCounts().total();
    }

    /** All of them, sysmon too, without a time-out other than a machine's keep-alive. */
    private static boolean allWait() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(IdleSchedulerTest::isOurs)
                .allMatch(thread -> thread.getName().endsWith("-sysmon")
                        ? thread.getState() == Thread.State.WAITING
                        : thread.getState() == Thread.State.TIMED_WAITING);
    }

    private Map<Long, Long> cpuTimes() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(IdleSchedulerTest::isOurs)
                .collect(Collectors.toMap(Thread::getId, thread -> threads.getThreadCpuTime(thread.getId())));
    }

    private static boolean isOurs(Thread thread) {
        return thread.getName().startsWith("gmp-idle-test-");
    }
}
