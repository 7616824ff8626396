package dev.gmp.spring.metrics;

import io.micrometer.tracing.CurrentTraceContext;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Makes the span of the goroutine's labels the current one while its duration is recorded: registries ask for that. A worker
 * records between two goroutines, where no span is current.
 */
final class SpanExemplars implements Exemplars, SmartInitializingSingleton {

    private final ObjectProvider<Tracer> tracers;

    /** Null until all beans are made: a tracer may itself have meters. */
    private volatile @Nullable Tracer tracer;

    SpanExemplars(ObjectProvider<Tracer> tracers) {
        this.tracers = tracers;
    }

    @Override
    public void afterSingletonsInstantiated() {
        tracer = tracers.getIfUnique();
    }

    @Override
    public void record(Map<String, String> labels, Runnable recording) {
        Tracer known = tracer;
        TraceContext context = known == null ? null : contextOf(known, labels);
        if (known == null || context == null) {
            recording.run();
            return;
        }
        try (CurrentTraceContext.Scope scope = known.currentTraceContext().newScope(context)) {
            recording.run();
        }
    }

    /** Null without both ids: only a span that is sampled has both. An application may have labels with the same keys. */
    private static @Nullable TraceContext contextOf(Tracer tracer, Map<String, String> labels) {
        String traceId = labels.get("traceId");
        String spanId = labels.get("spanId");
        if (traceId == null || spanId == null) {
            return null;
        }
        try {
            return tracer.traceContextBuilder()
                    .traceId(traceId)
                    .spanId(spanId)
                    .sampled(true)
                    .build();
        } catch (IllegalArgumentException otherText) {
            return null;
        }
    }
}
