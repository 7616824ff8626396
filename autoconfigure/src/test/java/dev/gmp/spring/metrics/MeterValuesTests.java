package dev.gmp.spring.metrics;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.net.NetListener;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.spring.BusyTask;
import dev.gmp.spring.Latches;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The meters' values under work whose effect is known. */
class MeterValuesTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private GmpScheduler scheduler = oneMachine().build();
    private GmpMeterBinder binder = bind(scheduler);

    @AfterEach
    void close() {
        binder.close();
        scheduler.shutdownNow();
    }

    @Test
    void anIdleScheduler() {
        assertThat(gauge("gmp.processors")).isEqualTo(1);
        assertThat(gauge("gmp.processors.idle")).isEqualTo(1);
        assertThat(gauge("gmp.nmspinning")).isZero();
        assertThat(gauge("gmp.run.queue.depth", "queue", "global")).isZero();
        assertThat(gauge("gmp.run.queue.depth", "queue", "local")).isZero();
        assertThat(gauge("gmp.processor.queue.depth", "processor", "0")).isZero();
        for (String state : new String[] {"running", "spinning", "blocked", "overtime", "locked", "idle"}) {
            assertThat(gauge("gmp.threads", "state", state)).as(state).isZero();
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
            assertThat(queued()).isEqualTo(5);
            assertThat(gauge("gmp.goroutines", "state", "runnable")).isEqualTo(5);
            assertThat(onMachines("gmp.goroutines", "running", "syscall")).isEqualTo(1);
            assertThat(onMachines("gmp.threads", "running", "overtime", "blocked"))
                    .isEqualTo(1);
            assertThat(gauge("gmp.threads", "state", "idle")).isZero();
            assertThat(counter("gmp.goroutines.created")).isEqualTo(6);
            assertThat(counter("gmp.goroutines.completed")).isZero();
        });
        busy.release();
        await().untilAsserted(() -> {
            assertThat(counter("gmp.goroutines.completed")).isEqualTo(6);
            assertThat(queued()).isZero();
            assertThat(gauge("gmp.goroutines", "state", "runnable")).isZero();
            assertThat(gauge("gmp.processors.idle")).isEqualTo(1);
            assertThat(gauge("gmp.threads", "state", "idle")).isEqualTo(1);
            assertThat(counter("gmp.threads.parks")).isEqualTo(1);
        });
    }

    /** Its thread can run no other task meanwhile, so it is not idle. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aMachineThatIsLockedToATaskThatWaits() {
        rebuild(oneMachine().goroutines(GoroutineMode.VIRTUAL));
        CountDownLatch release = new CountDownLatch(1);
        scheduler.execute(() -> {
            Goroutines.lockMachine();
            Latches.await(release);
            Goroutines.unlockMachine();
        });
        await().untilAsserted(() -> {
            assertThat(gauge("gmp.threads", "state", "locked")).isEqualTo(1);
            assertThat(gauge("gmp.threads", "state", "idle")).isZero();
            assertThat(gauge("gmp.goroutines", "state", "waiting")).isEqualTo(1);
        });
        release.countDown();
        await().untilAsserted(() -> {
            assertThat(gauge("gmp.threads", "state", "locked")).isZero();
            assertThat(gauge("gmp.threads", "state", "idle")).isEqualTo(1);
        });
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void tasksThatWaitForChannels() throws Exception {
        rebuild(oneMachine().goroutines(GoroutineMode.VIRTUAL));
        assertThat(gauge("gmp.network.waiters")).isZero();
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (NetListener first = NetListener.bind(anyPort);
                NetListener second = NetListener.bind(anyPort)) {
            scheduler.submit(first::accept);
            scheduler.submit(second::accept);
            await().untilAsserted(() -> assertThat(gauge("gmp.network.waiters")).isEqualTo(2));
        }
        await().untilAsserted(() -> assertThat(gauge("gmp.network.waiters")).isZero());
    }

    @Test
    void whatATaskSubmitsWaitsInTheQueuesOfTheSnapshot() {
        BusyTask busy = BusyTask.on(scheduler, () -> submit(3));
        await().untilAsserted(() -> {
            SchedulerSnapshot snapshot = scheduler.snapshot();
            assertThat(gauge("gmp.processor.queue.depth", "processor", "0"))
                    .isEqualTo(snapshot.processors().get(0).runQueueDepth());
            assertThat(gauge("gmp.run.queue.depth", "queue", "global")).isEqualTo(snapshot.globalQueueDepth());
            assertThat(queued()).isEqualTo(3);
        });
        busy.release();
    }

    @Test
    void aLocalQueueOverflowsIntoTheGlobalOne() {
        BusyTask busy = BusyTask.on(scheduler, () -> submit(300));
        await().untilAsserted(() -> {
            assertThat(counter("gmp.run.queue.overflows"))
                    .isEqualTo(scheduler.snapshot().counters().runQueueOverflows())
                    .isPositive();
            assertThat(queued()).isEqualTo(300);
        });
        busy.release();
    }

    @Test
    void whoeverGivesWayOrLosesItsProcessorIsCounted() {
        rebuild(oneMachine().maxMachines(2).timeSlice(Duration.ofMillis(1)));
        Runnable hog = () -> {
            long end = System.nanoTime() + 20_000_000;
            while (System.nanoTime() < end) {
                Goroutines.checkpoint();
            }
        };
        await().untilAsserted(() -> {
            scheduler.invokeAll(List.of(Executors.callable(hog), Executors.callable(hog)));
            assertThat(scheduler.snapshot().counters().cooperativePreemptions()).isPositive();
        });
        await().untilAsserted(() -> {
            SchedulerCounters counters = scheduler.snapshot().counters();
            assertThat(preemptions("cooperative")).isEqualTo(counters.cooperativePreemptions());
            assertThat(preemptions("handoff")).isEqualTo(counters.handoffPreemptions());
            assertThat(counter("gmp.handoffs")).isEqualTo(counters.handoffs());
        });
    }

    @Test
    void yieldsAreCountedByWhatWasBefore() throws Exception {
        for (int i = 0; i < 2; i++) {
            scheduler
                    .submit(() -> {
                        Goroutines.yield();
                        Goroutines.yield();
                        Goroutines.yield();
                    })
                    .get();
        }
        await().untilAsserted(() -> {
            assertThat(yields("first")).isEqualTo(2);
            assertThat(yields("repeated")).isEqualTo(4);
        });
    }

    @Test
    void aProcessorThatIsHandedOverIsCounted() {
        rebuild(oneMachine().maxMachines(2));
        CountDownLatch other = new CountDownLatch(1);
        scheduler.execute(() -> {
            try {
                scheduler.execute(other::countDown);
                Goroutines.blocking(() -> other.await(100, TimeUnit.SECONDS));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await().untilAsserted(() -> {
            assertThat(other.getCount()).isZero();
            assertThat(counter("gmp.handoffs"))
                    .isEqualTo(scheduler.snapshot().counters().handoffs())
                    .isPositive();
        });
    }

    @Test
    void threadsThatFindNoWorkAreCounted() {
        for (int round = 1; round <= 3; round++) {
            int times = round;
            submit(1);
            await().untilAsserted(() -> {
                assertThat(counter("gmp.goroutines.completed")).isEqualTo(times);
                assertThat(counter("gmp.threads.parks")).isEqualTo(times);
            });
        }
    }

    @Test
    void aSecondProcessorSteals() {
        rebuild(oneMachine().maxProcs(2).maxMachines(10));
        await().untilAsserted(() -> {
            CountDownLatch child = new CountDownLatch(1);
            BusyTask busy = BusyTask.on(scheduler, () -> scheduler.execute(child::countDown));
            child.await();
            busy.release();
            assertThat(scheduler.snapshot().counters().steals()).isPositive();
        });
        await().untilAsserted(() -> assertThat(counter("gmp.steals"))
                .isEqualTo(scheduler.snapshot().counters().steals()));
    }

    @Test
    void timersArePendingUntilTheyFireOrAreCancelled() {
        assertThat(gauge("gmp.timers.pending")).isZero();
        ScheduledFuture<?> delayed = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        scheduler.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.HOURS);
        scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS);
        await().untilAsserted(() -> {
            assertThat(counter("gmp.goroutines.completed")).isEqualTo(1);
            assertThat(gauge("gmp.timers.pending")).isEqualTo(2);
        });
        delayed.cancel(false);
        await().untilAsserted(() -> assertThat(gauge("gmp.timers.pending")).isEqualTo(1));
    }

    @Test
    void withoutAQuotaThereIsNoNumber() {
        assertThat(gauge("gmp.cpu.quota")).isNaN();
    }

    @Test
    void tasksWithoutRoomAreRejected() {
        rebuild(oneMachine().queueCapacity(2));
        BusyTask busy = BusyTask.on(scheduler);
        submit(2);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> submit(1)).isInstanceOf(RejectedExecutionException.class);
        }
        await().untilAsserted(() -> assertThat(counter("gmp.tasks.rejected")).isEqualTo(3));
        busy.release();
    }

    @Test
    void aWaitForRoomIsTimed() throws InterruptedException {
        rebuild(oneMachine().queueCapacity(1).rejectionPolicy(RejectionPolicy.BLOCK));
        BusyTask busy = BusyTask.on(scheduler);
        submit(1);
        Thread submitter = new Thread(() -> submit(1));
        submitter.start();
        await().until(() -> submitter.getState() == Thread.State.TIMED_WAITING);
        assertThat(registry.get("gmp.admission.wait").timer().count()).isZero();
        busy.release();
        submitter.join();
        assertThat(registry.get("gmp.admission.wait").timer().count()).isEqualTo(1);
        assertThat(registry.get("gmp.admission.wait").timer().totalTime(TimeUnit.NANOSECONDS))
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

    /** Twelve buckets at most, whatever there is: each is a time series. A slice is in none that ends before it does. */
    @Test
    void latenciesAndSlicesAreHistograms() {
        rebuild(oneMachine());
        scheduler.execute(() -> LockSupport.parkNanos(50_000_000)); // the first of each submitter is timed
        await().until(() -> registry.get("gmp.slice.length").timer().count() == 1);
        for (String name : List.of("gmp.scheduling.latency", "gmp.slice.length")) {
            assertThat(registry.get(name).timer().takeSnapshot().histogramCounts())
                    .hasSize(12);
        }
        CountAtBucket[] slices =
                registry.get("gmp.slice.length").timer().takeSnapshot().histogramCounts();
        double length = registry.get("gmp.slice.length").timer().totalTime(TimeUnit.NANOSECONDS);
        assertThat(length).isGreaterThanOrEqualTo(50_000_000);
        assertThat(slices).allMatch(bucket -> bucket.count() == (bucket.bucket() < length ? 0 : 1));
        assertThat(scheduler.snapshot().sliceLength().samples()).isEqualTo(1);
        assertThat(scheduler.snapshot().sliceLength().totalMicros()).isGreaterThanOrEqualTo(50_000);
    }

    /** With one machine, a busy task leaves the rest where it is. */
    private static SchedulerBuilder oneMachine() {
        return GmpScheduler.builder()
                .maxProcs(1)
                .maxMachines(1)
                .timeSlice(Duration.ofSeconds(10))
                .goroutines(GoroutineMode.DIRECT);
    }

    private void rebuild(SchedulerBuilder builder) {
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

    private double queued() {
        return gauge("gmp.run.queue.depth", "queue", "local") + gauge("gmp.run.queue.depth", "queue", "global");
    }

    private double onMachines(String name, String... states) {
        return Stream.of(states)
                .mapToDouble(state -> gauge(name, "state", state))
                .sum();
    }

    private double preemptions(String kind) {
        return registry.get("gmp.preemptions")
                .tag("kind", kind)
                .functionCounter()
                .count();
    }

    private double yields(String kind) {
        return registry.get("gmp.yields").tag("kind", kind).functionCounter().count();
    }

    private double counter(String name) {
        return registry.get(name).tag("scheduler", "default").functionCounter().count();
    }
}
