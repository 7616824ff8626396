package dev.gmp.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.spring.BusyTask;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The meters' values under work whose effect is known. */
class MeterValuesTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private GmpScheduler scheduler = new1Proc().build();
    private GmpMeterBinder binder = bind(scheduler);

    @AfterEach
    void close() {
        binder.close();
        scheduler.close();
    }

    @Test
    void anIdleScheduler() {
        assertThat(gauge("gmp.procs")).isEqualTo(1);
        assertThat(gauge("gmp.procs.idle")).isEqualTo(1);
        assertThat(gauge("gmp.nmspinning")).isZero();
        assertThat(gauge("gmp.runq.depth", "queue", "global", "p", "none")).isZero();
        assertThat(gauge("gmp.runq.depth", "queue", "local", "p", "0")).isZero();
        for (String state : new String[] {"running", "spinning", "blocked", "idle"}) {
            assertThat(gauge("gmp.machines", "state", state)).as(state).isZero();
        }
        for (String state : new String[] {"runnable", "running", "waiting", "syscall"}) {
            assertThat(gauge("gmp.goroutines", "state", state)).as(state).isZero();
        }
    }

    @Test
    void oneTaskRunsAndFiveFromOutsideWait() {
        BusyTask busy = BusyTask.on(scheduler);
        submit(5);
        await().untilAsserted(() -> {
            assertThat(gauge("gmp.procs.idle")).isZero();
            assertThat(gauge("gmp.runq.depth", "queue", "global", "p", "none")).isEqualTo(5);
            assertThat(gauge("gmp.runq.depth", "queue", "local", "p", "0")).isZero();
            assertThat(gauge("gmp.goroutines", "state", "runnable")).isEqualTo(5);
            assertThat(gauge("gmp.goroutines", "state", "running")).isEqualTo(1);
            assertThat(gauge("gmp.machines", "state", "running")).isEqualTo(1);
            assertThat(counter("gmp.goroutines.created")).isEqualTo(6);
            assertThat(counter("gmp.goroutines.completed")).isZero();
        });
        busy.release();
        await().untilAsserted(() -> {
            assertThat(counter("gmp.goroutines.completed")).isEqualTo(6);
            assertThat(gauge("gmp.goroutines", "state", "runnable")).isZero();
            assertThat(gauge("gmp.procs.idle")).isEqualTo(1);
            assertThat(gauge("gmp.machines", "state", "idle")).isEqualTo(1);
            assertThat(counter("gmp.machine.parks")).isEqualTo(1);
        });
    }

    @Test
    void whatATaskSubmitsWaitsInItsOwnProcessorsQueue() {
        BusyTask busy = BusyTask.on(scheduler, () -> submit(3));
        await().untilAsserted(() -> {
            assertThat(gauge("gmp.runq.depth", "queue", "local", "p", "0")).isEqualTo(3);
            assertThat(gauge("gmp.runq.depth", "queue", "global", "p", "none")).isZero();
        });
        busy.release();
    }

    @Test
    void aLocalQueueOverflowsIntoTheGlobalOne() {
        BusyTask busy = BusyTask.on(scheduler, () -> submit(300));
        await().untilAsserted(() -> {
            assertThat(counter("gmp.runq.overflows")).isEqualTo(1);
            assertThat(gauge("gmp.runq.depth", "queue", "local", "p", "0")
                            + gauge("gmp.runq.depth", "queue", "global", "p", "none"))
                    .isEqualTo(300);
        });
        busy.release();
    }

    @Test
    void machinesPauseAndComeBack() {
        for (int round = 1; round <= 3; round++) {
            int times = round;
            submit(1);
            await().untilAsserted(() -> {
                assertThat(counter("gmp.goroutines.completed")).isEqualTo(times);
                assertThat(counter("gmp.machine.parks")).isEqualTo(times);
                assertThat(counter("gmp.machine.unparks")).isEqualTo(times - 1);
            });
        }
    }

    @Test
    void aSecondProcessorSteals() throws InterruptedException {
        rebuild(new1Proc().maxProcs(2));
        CountDownLatch stolen = new CountDownLatch(1);
        BusyTask busy = BusyTask.on(scheduler, () -> scheduler.execute(stolen::countDown));
        stolen.await();
        busy.release();
        await().untilAsserted(() -> {
            SchedulerCounters counters = scheduler.snapshot().counters();
            assertThat(counter("gmp.steals")).isEqualTo(counters.steals()).isPositive();
            assertThat(counter("gmp.stolen.goroutines"))
                    .isEqualTo(counters.stolenGoroutines())
                    .isPositive();
        });
    }

    @Test
    void tasksWithoutRoomAreRejected() {
        rebuild(new1Proc().queueCapacity(2));
        BusyTask busy = BusyTask.on(scheduler);
        submit(2);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> submit(1)).isInstanceOf(RejectedExecutionException.class);
        }
        await().untilAsserted(() -> assertThat(counter("gmp.rejections")).isEqualTo(3));
        busy.release();
    }

    @Test
    void aWaitForRoomIsTimed() throws InterruptedException {
        rebuild(new1Proc().queueCapacity(1).rejectionPolicy(RejectionPolicy.BLOCK));
        BusyTask busy = BusyTask.on(scheduler);
        submit(1);
        Thread submitter = new Thread(() -> submit(1));
        submitter.start();
        await().until(() -> submitter.getState() == Thread.State.TIMED_WAITING);
        assertThat(registry.get("gmp.admission.wait").timer().count()).isZero();
        busy.release();
        submitter.join();
        assertThat(registry.get("gmp.admission.wait").timer().count()).isEqualTo(1);
        assertThat(registry.get("gmp.admission.wait").timer().totalTime(java.util.concurrent.TimeUnit.NANOSECONDS))
                .isPositive();
    }

    @Test
    void theSampledLatenciesAreThoseOfTheSnapshot() {
        submit(640);
        await().untilAsserted(() -> {
            assertThat(counter("gmp.goroutines.completed")).isEqualTo(640);
            assertThat(registry.get("gmp.scheduling.latency").timer().count())
                    .isEqualTo(scheduler.snapshot().schedulingLatency().samples())
                    .isEqualTo(10);
        });
    }

    private static GmpScheduler.Builder new1Proc() {
        return GmpScheduler.builder()
                .maxProcs(1)
                .goroutines(GoroutineMode.DIRECT)
                .timeSlice(Duration.ofSeconds(10));
    }

    private void rebuild(GmpScheduler.Builder builder) {
        close();
        registry.clear();
        scheduler = builder.build();
        binder = bind(scheduler);
    }

    private GmpMeterBinder bind(GmpScheduler itsScheduler) {
        GmpMeterBinder newBinder = new GmpMeterBinder(Map.of("gmpScheduler", itsScheduler), Map.of());
        newBinder.bindTo(registry);
        return newBinder;
    }

    private void submit(int tasks) {
        for (int i = 0; i < tasks; i++) {
            scheduler.execute(() -> {});
        }
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tag("scheduler", "default").tags(tags).gauge().value();
    }

    private double counter(String name) {
        return registry.get(name).tag("scheduler", "default").functionCounter().count();
    }
}
