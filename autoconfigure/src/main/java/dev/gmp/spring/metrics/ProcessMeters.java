package dev.gmp.spring.metrics;

import static dev.gmp.spring.metrics.SnapshotMeters.NO_UNIT;

import dev.gmp.process.ProcessState;
import dev.gmp.process.ProcessTypeSnapshot;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesSnapshot;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** {@code gmp.processes}, {@code gmp.processes.*} and {@code gmp.process.*} of one runtime for processes. */
final class ProcessMeters implements MeterBinder {

    private static final String PROCESSES = "processes";

    private final Processes processes;
    private final Recent<ProcessesSnapshot> recent;
    private final Tags tags;

    ProcessMeters(Processes processes) {
        this(processes, new Recent<>(() -> processes.snapshot(0)));
    }

    ProcessMeters(Processes processes, Recent<ProcessesSnapshot> recent) {
        this.processes = processes;
        this.recent = recent;
        this.tags = Tags.of("scheduler", processes.name());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        int index = 0;
        for (String type : processes.types()) {
            bindType(registry, tags.and("type", type), index++);
        }
        var meters = new SnapshotMeters<>(registry, tags, recent, Recent::get);
        meters.counters(
                "gmp.process.misdirected",
                BaseUnits.MESSAGES,
                "Messages for processes that had ended, or never were; growth means senders that keep addresses for too long",
                "reason",
                Map.of("ended", ProcessesSnapshot::sentToEnded, "unknown", ProcessesSnapshot::sentToUnknown));
        meters.counter(
                "gmp.process.stray.completions",
                NO_UNIT,
                "Completions that no process waited for; growth means handlers that complete twice or too late",
                ProcessesSnapshot::strayCompletions);
    }

    private void bindType(MeterRegistry registry, Tags type, int index) {
        var meters = new SnapshotMeters<>(registry, type, recent, source -> of(source, index));
        meters.gauges(
                "gmp.processes",
                PROCESSES,
                "Processes that have not ended; more that are ready mean more work than processors, more that are blocked"
                        + " mean slow commands",
                "state",
                Map.of(
                        "ready", in(ProcessState.READY),
                        "running", in(ProcessState.RUNNING),
                        "blocked", in(ProcessState.BLOCKED),
                        "idle", in(ProcessState.IDLE)));
        meters.counter(
                "gmp.processes.started",
                PROCESSES,
                "Processes submitted; growth above that of the ended means ever more processes",
                ProcessTypeSnapshot::started);
        meters.counters(
                "gmp.processes.ended",
                PROCESSES,
                "Processes that ended; growth of the failed means exceptions, which the log has",
                "outcome",
                Map.of(
                        "completed", ProcessTypeSnapshot::completed,
                        "failed", ProcessTypeSnapshot::failed,
                        "cancelled", ProcessTypeSnapshot::cancelled));
        meters.counter(
                "gmp.process.steps",
                NO_UNIT,
                "Steps begun; no growth while messages wait means a step that does not return",
                ProcessTypeSnapshot::steps);
        meters.counters(
                "gmp.process.messages",
                BaseUnits.MESSAGES,
                "Messages by what became of them; growth of the refused or dropped means a full mailbox",
                "outcome",
                Map.of(
                        "received", ProcessTypeSnapshot::messages,
                        "refused", ProcessTypeSnapshot::refusedMessages,
                        "dropped", ProcessTypeSnapshot::droppedMessages,
                        "undelivered", ProcessTypeSnapshot::undeliveredMessages));
        meters.gauge(
                "gmp.process.mailbox.depth",
                BaseUnits.MESSAGES,
                "Messages that wait in all mailboxes; growth means that more is sent than handled",
                ProcessTypeSnapshot::waitingMessages);
        meters.gauge(
                "gmp.process.mailbox.deepest",
                BaseUnits.MESSAGES,
                "Messages that wait in the fullest mailbox; far above the average means one process as the bottleneck",
                ProcessTypeSnapshot::deepestMailbox);
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
