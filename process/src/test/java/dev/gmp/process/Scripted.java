package dev.gmp.process;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A process whose step is a lambda; it knows how it was initialised. */
class Scripted implements Process {

    private final Script script;
    private @Nullable ProcessContext context;
    String method = "";

    @Nullable
    Object input;

    Scripted(Script script) {
        this.script = script;
    }

    /** What it does with events. */
    @FunctionalInterface
    interface Script {
        void step(Scripted self, List<Event> events, StepOutput out) throws Exception;
    }

    /** A type with one method, {@code run}. */
    static ProcessType type(String name, Script script) {
        return ProcessType.of(name, () -> new Scripted(script), "run");
    }

    ProcessContext context() {
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
