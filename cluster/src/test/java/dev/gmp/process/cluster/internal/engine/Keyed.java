package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.KeyedContext;
import dev.gmp.process.cluster.KeyedType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A keyed process whose step is a lambda. Two at a time with one key fail the test that looks at {@link #DOUBLES}. */
class Keyed implements Process {

    /** Keys that had two processes at a time, in this JVM. */
    static final Map<String, Integer> DOUBLES = new ConcurrentHashMap<>();

    private static final Map<String, AtomicInteger> ALIVE = new ConcurrentHashMap<>();

    private final Script script;

    @Nullable
    ProcessContext context;

    String method = "";

    @Nullable
    Object input;

    int steps;

    Keyed(Script script) {
        this.script = script;
    }

    interface Script {
        void step(Keyed self, List<Event> events, StepOutput out) throws Exception;
    }

    /** A type with the name "counted". */
    static KeyedType type(Script script) {
        return KeyedType.of(ProcessType.of("counted", () -> new Keyed(script), "run"))
                .withShards(4);
    }

    /** The same with one message for a step. */
    static KeyedType single(Script script) {
        return KeyedType.of(ProcessType.of("counted", () -> new Keyed(script), "run")
                        .withEventsPerStep(1))
                .withShards(4);
    }

    KeyedContext keyed() {
        return (KeyedContext) context;
    }

    @Override
    public void init(ProcessContext own, String ownMethod, @Nullable Object ownInput) {
        context = own;
        method = ownMethod;
        input = ownInput;
        if (own instanceof KeyedContext keyed) {
            int alive = ALIVE.computeIfAbsent(keyed.self().toString(), key -> new AtomicInteger())
                    .incrementAndGet();
            if (alive > 1) {
                DOUBLES.put(keyed.self().toString(), alive);
            }
        }
    }

    @Override
    public void step(List<Event> events, StepOutput out) throws Exception {
        steps++;
        script.step(this, events, out);
    }

    @Override
    public void close() {
        if (context instanceof KeyedContext keyed) {
            ALIVE.get(keyed.self().toString()).decrementAndGet();
        }
    }
}
