package dev.gmp.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.BulkheadSnapshot;
import dev.gmp.observe.ProcessorSnapshot;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.process.ProcessState;
import dev.gmp.process.ProcessType;
import dev.gmp.process.ProcessTypeSnapshot;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesSnapshot;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.Reference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Each meter shows its own number, of a snapshot in which no two are equal: one that shows nothing, or that of another, fails.
 * So does one that is not in the table.
 */
class MeterFieldsTests {

    private static final Set<String> SHARED = Set.of("scheduler", "name", "bulkhead", "type");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DistinctNumbers numbers = new DistinctNumbers();
    private final Map<String, Number> expected = new LinkedHashMap<>();

    @Test
    void ofASchedulerAndItsLimits() throws ReflectiveOperationException {
        SchedulerSnapshot now = numbers.make(SchedulerSnapshot.class);
        RecentSnapshot recent = new RecentSnapshot(null, () -> now, System::nanoTime);
        new SchedulerMeters("test", recent).bindTo(registry);
        new SchedulerEventMeters("test", recent).bindTo(registry);
        new ProcessorQueueMeters("test", recent).bindTo(registry);

        expect("gmp.processors", now.procs());
        expect("gmp.processors.idle", now.idleProcs());
        expect("gmp.nmspinning", now.spinningMachines());
        expect("gmp.cpu.quota", now.cpuQuota().getAsDouble());
        expect("gmp.run.queue.depth{queue=global}", now.globalQueueDepth());
        expect(
                "gmp.run.queue.depth{queue=local}",
                now.processors().stream()
                        .mapToInt(ProcessorSnapshot::runQueueDepth)
                        .sum());
        for (int id = 0; id < now.procs(); id++) {
            expect(
                    "gmp.processor.queue.depth{processor=" + id + "}",
                    now.processors().get(id).runQueueDepth());
        }
        expect("gmp.threads{state=running}", now.machineCounts().running());
        expect("gmp.threads{state=spinning}", now.machineCounts().spinning());
        expect("gmp.threads{state=blocked}", now.machineCounts().blocked());
        expect("gmp.threads{state=overtime}", now.machineCounts().overtime());
        expect("gmp.threads{state=locked}", now.machineCounts().locked());
        expect("gmp.threads{state=idle}", now.machineCounts().idle());
        expect("gmp.goroutines{state=runnable}", now.goroutines().runnable());
        expect("gmp.goroutines{state=running}", now.goroutines().running());
        expect("gmp.goroutines{state=waiting}", now.goroutines().waiting());
        expect("gmp.goroutines{state=syscall}", now.goroutines().syscall());
        expect("gmp.timers.pending", now.timersPending());
        expect("gmp.network.waiters", now.netpollWaiters());
        expect("gmp.goroutines.created", now.counters().created());
        expect("gmp.goroutines.completed", now.counters().completed());
        expect("gmp.steals", now.counters().steals());
        expect("gmp.run.queue.overflows", now.counters().runQueueOverflows());
        expect("gmp.threads.parks", now.counters().machineParks());
        expect("gmp.processor.paused", now.counters().pacedTime().toSeconds());
        expect("gmp.tasks.deferred", now.counters().deferred());
        expect("gmp.tasks.rejected", now.counters().rejections());
        expect("gmp.preemptions{kind=cooperative}", now.counters().cooperativePreemptions());
        expect("gmp.preemptions{kind=handoff}", now.counters().handoffPreemptions());
        expect("gmp.handoffs", now.counters().handoffs());
        expect("gmp.yields{kind=first}", now.counters().firstYields());
        expect("gmp.yields{kind=repeated}", now.counters().repeatedYields());
        expect("gmp.stalled", 1);
        expect("gmp.leaks.suspected", now.suspectedGoroutines());
        expect("gmp.deadlocks", now.deadlocks());
        expect("gmp.threads.max", now.settings().maxMachines());
        expect("gmp.queue.size", now.queued().getAsInt());
        expect("gmp.queue.capacity", now.settings().queueCapacity().getAsInt());
        expect("gmp.idle.queue.size", now.idleQueued());
        expect("gmp.idle.queue.capacity", now.settings().idleQueueCapacity());
        expect("gmp.threads.limit.hits", now.counters().machineLimitHits());
        assertThat(expected.values()).doesNotHaveDuplicates();
        assertThatAllShowTheirOwn(recent);
    }

    @Test
    void ofAnExecutor() throws ReflectiveOperationException {
        SchedulerSnapshot now = numbers.make(SchedulerSnapshot.class);
        RecentSnapshot recent = new RecentSnapshot(null, () -> now, System::nanoTime);
        new ExecutorMeters("test", recent).bindTo(registry);

        expect("executor.completed", now.counters().completed());
        expect("executor.steals", now.counters().stolenGoroutines());
        expect("executor.active", now.goroutines().running() + now.goroutines().syscall());
        expect("executor.queued", now.goroutines().runnable());
        expect(
                "executor.queue.remaining",
                now.settings().queueCapacity().getAsInt() - now.queued().getAsInt());
        expect("executor.parallelism", now.procs());
        expect("executor.pool.size", now.machineCounts().total());
        expect("executor.pool.core", now.procs());
        expect("executor.pool.max", now.settings().maxMachines());
        assertThatAllShowTheirOwn(recent);
    }

    @Test
    void ofABulkheadAndItsExecutor() throws ReflectiveOperationException {
        BulkheadSnapshot now = numbers.make(BulkheadSnapshot.class);
        try (GmpScheduler scheduler = GmpScheduler.builder().build();
                Bulkhead bulkhead = scheduler.bulkhead("test").maxGoroutines(1).build();
                BulkheadMeters meters = new BulkheadMeters(bulkhead, any -> now)) {
            meters.bindTo(registry);
            new BulkheadExecutorMeters("test", bulkhead, any -> now).bindTo(registry);

            expect("gmp.bulkhead.live", now.live());
            expect("gmp.bulkhead.queued", now.queued());
            expect("gmp.bulkhead.max", now.settings().maxGoroutines());
            expect("gmp.bulkhead.queue.capacity", now.settings().queueCapacity().getAsInt());
            expect("gmp.bulkhead.completed", now.completed());
            expect("gmp.bulkhead.rejected", now.rejections());
            assertThat(expected.values()).doesNotHaveDuplicates();
            expect("executor.completed", now.completed());
            expect("executor.active", now.live());
            expect("executor.queued", now.queued());
            expect("executor.queue.remaining", now.settings().queueCapacity().getAsInt() - now.queued());
            expect("executor.pool.size", now.live());
            expect("executor.pool.core", now.settings().maxGoroutines());
            expect("executor.pool.max", now.settings().maxGoroutines());
            assertThatAllShowTheirOwn(bulkhead);
        }
    }

    @Test
    void ofProcesses() throws ReflectiveOperationException {
        ProcessTypeSnapshot type = numbers.make(ProcessTypeSnapshot.class);
        ProcessesSnapshot others = numbers.make(ProcessesSnapshot.class);
        ProcessesSnapshot now = new ProcessesSnapshot(
                "test",
                List.of(type),
                others.examined(),
                others.sentToEnded(),
                others.sentToUnknown(),
                others.strayCompletions(),
                List.of(),
                List.of(),
                false);
        Recent<ProcessesSnapshot> recent = new Recent<>(() -> now, System::nanoTime);
        try (GmpScheduler scheduler =
                        GmpScheduler.builder().goroutines(GoroutineMode.DIRECT).build();
                Processes processes = Processes.builder(scheduler)
                        .register(ProcessType.of("worker", ProcessMetersTests.Listener::new, "run"))
                        .build()) {
            new ProcessMeters(processes, recent).bindTo(registry);

            type.states().forEach((state, count) -> {
                if (state != ProcessState.COMPLETE) {
                    expect("gmp.processes{state=" + state.name().toLowerCase(Locale.ROOT) + "}", count);
                }
            });
            expect("gmp.processes.started", type.started());
            expect("gmp.processes.ended{outcome=completed}", type.completed());
            expect("gmp.processes.ended{outcome=failed}", type.failed());
            expect("gmp.processes.ended{outcome=cancelled}", type.cancelled());
            expect("gmp.process.steps", type.steps());
            expect("gmp.process.messages{outcome=received}", type.messages());
            expect("gmp.process.messages{outcome=refused}", type.refusedMessages());
            expect("gmp.process.messages{outcome=dropped}", type.droppedMessages());
            expect("gmp.process.messages{outcome=undelivered}", type.undeliveredMessages());
            expect("gmp.process.mailbox.depth", type.waitingMessages());
            expect("gmp.process.mailbox.deepest", type.deepestMailbox());
            expect("gmp.process.step.time COUNT", type.stepTimes().samples());
            expect("gmp.process.step.time TOTAL_TIME", type.stepTimes().totalMicros() / 1e6);
            expect("gmp.process.misdirected{reason=ended}", now.sentToEnded());
            expect("gmp.process.misdirected{reason=unknown}", now.sentToUnknown());
            expect("gmp.process.stray.completions", now.strayCompletions());
            assertThat(expected.values()).doesNotHaveDuplicates();
            assertThatAllShowTheirOwn(recent);
        }
    }

    private void expect(String meter, Number value) {
        expected.put(meter, value.doubleValue());
    }

    /** @param source what the meters hold weakly */
    private void assertThatAllShowTheirOwn(Object source) {
        Map<String, Number> shown = new LinkedHashMap<>();
        for (Meter meter : registry.getMeters()) {
            if (!(meter instanceof Timer)) { // fed by events, not by snapshots
                meter.measure().forEach(each -> shown.put(key(meter, each.getStatistic()), each.getValue()));
            }
        }
        Reference.reachabilityFence(source);
        assertThat(shown).containsExactlyInAnyOrderEntriesOf(expected);
    }

    private static String key(Meter meter, Statistic statistic) {
        String tags = meter.getId().getTags().stream()
                .filter(tag -> !SHARED.contains(tag.getKey()))
                .map(MeterFieldsTests::text)
                .collect(Collectors.joining(", ", "{", "}"));
        boolean hasSeveral = meter.getId().getType() == Meter.Type.TIMER;
        return meter.getId().getName() + (tags.equals("{}") ? "" : tags) + (hasSeveral ? " " + statistic : "");
    }

    private static String text(Tag tag) {
        return tag.getKey() + "=" + tag.getValue();
    }
}
