package dev.gmp.spring.metrics;

import dev.gmp.process.ProcessState;
import dev.gmp.process.ProcessTypeSnapshot;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesSnapshot;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** {@code gmp.processes}, {@code gmp.processes.*} and {@code gmp.process.*} of one runtime for processes. */
record ProcessMeters(Processes processes, Recent<ProcessesSnapshot> recent) implements MeterBinder {

    ProcessMeters(Processes processes) {
        this(processes, new Recent<>(() -> processes.snapshot(0)));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Tags tags = Tags.of("scheduler", processes.name());
        int index = 0;
        for (String type : processes.types()) {
            bindType(registry, tags.and("type", type), index++);
        }
        var meters = new SnapshotMeters<>(registry, tags, recent, Recent::get);
        meters.counters(
                "gmp.process.misdirected",
                "reason",
                Map.of("ended", ProcessesSnapshot::sentToEnded, "unknown", ProcessesSnapshot::sentToUnknown));
        meters.counter("gmp.process.stray.completions", ProcessesSnapshot::strayCompletions);
    }

    private void bindType(MeterRegistry registry, Tags type, int index) {
        var meters = new SnapshotMeters<>(registry, type, recent, source -> of(source, index));
        meters.gauges(
                "gmp.processes",
                "state",
                Map.of(
                        "ready", in(ProcessState.READY),
                        "running", in(ProcessState.RUNNING),
                        "blocked", in(ProcessState.BLOCKED),
                        "idle", in(ProcessState.IDLE)));
        meters.counter("gmp.processes.started", ProcessTypeSnapshot::started);
        meters.counters(
                "gmp.processes.ended",
                "outcome",
                Map.of(
                        "completed", ProcessTypeSnapshot::completed,
                        "failed", ProcessTypeSnapshot::failed,
                        "cancelled", ProcessTypeSnapshot::cancelled));
        meters.counter("gmp.process.steps", ProcessTypeSnapshot::steps);
        meters.counters(
                "gmp.process.messages",
                "outcome",
                Map.of(
                        "received", ProcessTypeSnapshot::messages,
                        "refused", ProcessTypeSnapshot::refusedMessages,
                        "dropped", ProcessTypeSnapshot::droppedMessages,
                        "undelivered", ProcessTypeSnapshot::undeliveredMessages));
        meters.gauge("gmp.process.mailbox.depth", ProcessTypeSnapshot::waitingMessages);
        meters.gauge("gmp.process.mailbox.deepest", ProcessTypeSnapshot::deepestMailbox);
        FunctionTimer.builder(
                        "gmp.process.step.time",
                        recent,
                        source -> of(source, index).stepTimes().samples(),
                        source -> of(source, index).stepTimes().totalMicros(),
                        TimeUnit.MICROSECONDS)
                .tags(type)
                .description("Time that a step takes, of one in 64; milliseconds mean that steps compute or block")
                .register(registry);
    }

    private static ToDoubleFunction<ProcessTypeSnapshot> in(ProcessState state) {
        return snapshot -> snapshot.states().getOrDefault(state, 0);
    }

    private static ProcessTypeSnapshot of(Recent<ProcessesSnapshot> source, int index) {
        return source.get().types().get(index);
    }
}
