package dev.gmp.process.testkit;

import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.StepOutput;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A process whose step is a lambda; it knows how it was initialised. */
public class Scripted implements Process {

    private final Script script;
    private @Nullable ProcessContext context;
    public String method = "";

    public @Nullable Object input;

    public Scripted(Script script) {
        this.script = script;
    }

    /** What it does with events. */
    @FunctionalInterface
    public interface Script {
        void step(Scripted self, List<Event> events, StepOutput out) throws Exception;
    }

    /** A type with one method, {@code run}. */
    public static ProcessType type(String name, Script script) {
        return ProcessType.of(name, () -> new Scripted(script), "run");
    }

    public ProcessContext context() {
        return Objects.requireNonNull(context);
    }

    @Override
    public void init(ProcessContext own, String ownMethod, @Nullable Object ownInput) throws Exception {
        context = own;
        method = ownMethod;
        input = ownInput;
    }

    @Override
    public void step(List<Event> events, StepOutput out) throws Exception {
        script.step(this, events, out);
    }
}
