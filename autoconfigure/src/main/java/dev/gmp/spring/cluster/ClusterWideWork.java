package dev.gmp.spring.cluster;

import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.ProcessType;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.KeyedType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The internal singleton: the node that runs it runs the methods with {@link OncePerCluster}. It does nothing itself. */
final class ClusterWideWork implements Process {

    static final String TYPE = "gmp-once-per-cluster";

    static KeyedType type() {
        return KeyedType.singleton(ProcessType.of(TYPE, ClusterWideWork::new, "hold"));
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {}

    @Override
    public void step(List<Event> events, StepOutput out) {
        if (events.stream().anyMatch(Event.Cancel.class::isInstance)) {
            out.done(null);
        }
    }
}
