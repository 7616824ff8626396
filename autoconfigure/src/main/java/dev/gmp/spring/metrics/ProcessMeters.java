package dev.gmp.spring.metrics;

import dev.gmp.process.ProcessState;
import dev.gmp.process.ProcessTypeSnapshot;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** {@code gmp.processes}, {@code gmp.processes.*} and {@code gmp.process.*} of one runtime for processes. */
final class ProcessMeters implements MeterBinder {

    private final Processes processes;
    private final RecentProcesses recent;
    private final Tags tags;

    ProcessMeters(Processes processes) {
        this(processes, new RecentProcesses(processes));
    }

    ProcessMeters(Processes processes, RecentProcesses recent) {
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
        bindMisdirected(registry, "ended", ProcessesSnapshot::sentToEnded);
        bindMisdirected(registry, "unknown", ProcessesSnapshot::sentToUnknown);
        FunctionCounter.builder(
                        "gmp.process.stray.completions",
                        recent,
                        source -> source.get().strayCompletions())
                .tags(tags)
                .description("Completions of yields that no process waited for")
                .register(registry);
    }

    private void bindMisdirected(MeterRegistry registry, String reason, ToLongFunction<ProcessesSnapshot> count) {
        FunctionCounter.builder("gmp.process.misdirected", recent, source -> count.applyAsLong(source.get()))
                .tags(tags.and("reason", reason))
                .description("Messages for processes that there were not")
                .register(registry);
    }

    private void bindType(MeterRegistry registry, Tags type, int index) {
        for (ProcessState state : ProcessState.values()) {
            if (state != ProcessState.COMPLETE) {
                gauge(
                        registry,
                        "gmp.processes",
                        "Processes that have not ended",
                        type.and("state", state.name().toLowerCase(Locale.ROOT)),
                        index,
                        snapshot -> snapshot.states().getOrDefault(state, 0));
            }
        }
        counter(registry, "gmp.processes.started", "Processes submitted", type, index, ProcessTypeSnapshot::started);
        ended(registry, type, "completed", index, ProcessTypeSnapshot::completed);
        ended(registry, type, "failed", index, ProcessTypeSnapshot::failed);
        ended(registry, type, "cancelled", index, ProcessTypeSnapshot::cancelled);
        counter(registry, "gmp.process.steps", "Steps begun", type, index, ProcessTypeSnapshot::steps);
        messages(registry, type, "received", index, ProcessTypeSnapshot::messages);
        messages(registry, type, "refused", index, ProcessTypeSnapshot::refusedMessages);
        messages(registry, type, "dropped", index, ProcessTypeSnapshot::droppedMessages);
        messages(registry, type, "undelivered", index, ProcessTypeSnapshot::undeliveredMessages);
        gauge(
                registry,
                "gmp.process.mailbox.depth",
                "Messages that wait in all mailboxes",
                type,
                index,
                ProcessTypeSnapshot::waitingMessages);
        gauge(
                registry,
                "gmp.process.mailbox.deepest",
                "Messages that wait in the fullest mailbox",
                type,
                index,
                ProcessTypeSnapshot::deepestMailbox);
        FunctionTimer.builder(
                        "gmp.process.step.time",
                        recent,
                        source -> of(source, index).stepTimes().samples(),
                        source -> of(source, index).stepTimes().totalMicros(),
                        TimeUnit.MICROSECONDS)
                .tags(type)
                .description("Time that a step takes, of one step in 64")
                .register(registry);
    }

    private void ended(
            MeterRegistry registry, Tags type, String outcome, int index, ToLongFunction<ProcessTypeSnapshot> count) {
        counter(registry, "gmp.processes.ended", "Processes that ended", type.and("outcome", outcome), index, count);
    }

    private void messages(
            MeterRegistry registry, Tags type, String outcome, int index, ToLongFunction<ProcessTypeSnapshot> count) {
        counter(
                registry,
                "gmp.process.messages",
                "Messages by what became of them",
                type.and("outcome", outcome),
                index,
                count);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String description,
            Tags itsTags,
            int index,
            ToDoubleFunction<ProcessTypeSnapshot> value) {
        Gauge.builder(name, recent, source -> value.applyAsDouble(of(source, index)))
                .tags(itsTags)
                .description(description)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String description,
            Tags itsTags,
            int index,
            ToLongFunction<ProcessTypeSnapshot> value) {
        FunctionCounter.builder(name, recent, source -> value.applyAsLong(of(source, index)))
                .tags(itsTags)
                .description(description)
                .register(registry);
    }

    private static ProcessTypeSnapshot of(RecentProcesses source, int index) {
        return source.get().types().get(index);
    }
}
