package dev.gmp.spring.it.cluster;

import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.KeyedContext;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A keyed process that reports all that it does. */
abstract class Recorded implements Process {

    /** Asks for an {@link Added} with the same number. */
    record Add(long id) {}

    record Added(long id) {}

    private final Recorder recorder;
    private final String name;
    private @Nullable KeyedContext context;

    Recorded(Recorder recorder) {
        this.recorder = recorder;
        this.name = recorder.nextProcess();
    }

    @Override
    public void init(ProcessContext given, String method, @Nullable Object key) {
        context = (KeyedContext) given;
        if (!context().key().equals(key)) {
            throw new IllegalStateException("The input is " + key);
        }
        report("begin", "");
        begin();
    }

    @Override
    public void step(List<Event> events, StepOutput out) {
        report("step", "");
        try {
            for (Event event : events) {
                if (event instanceof Event.Message message && message.data() instanceof Add add) {
                    report("handled", String.valueOf(add.id()));
                }
            }
            handle(events, out);
        } finally {
            report("stepped", "");
        }
    }

    @Override
    public void close() {
        if (context != null) {
            report("end", "");
        }
    }

    void begin() {}

    abstract void handle(List<Event> events, StepOutput out);

    final KeyedContext context() {
        return Objects.requireNonNull(context);
    }

    private void report(String what, String more) {
        recorder.report(what, context().self().toString(), name, more);
    }
}
