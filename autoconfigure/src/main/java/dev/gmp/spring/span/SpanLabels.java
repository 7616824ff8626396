package dev.gmp.spring.span;

import dev.gmp.Goroutines;
import dev.gmp.spring.task.OwnLabels;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Labels a goroutine with the trace that it works for, from the first scope of the trace that is opened on it until that is
 * closed. Spans within change nothing: the label is the span of the request, or of the scheduled method.
 *
 * <p>It hears of every scope of an observation, whatever opens it: a web server's filter, a method with {@code @Scheduled}, or
 * the context that a task brings along.
 */
final class SpanLabels implements ObservationHandler<Observation.Context> {

    static final String TRACE_ID = "traceId";

    /** Only of a trace that is sampled: no other span can be looked up. */
    static final String SPAN_ID = "spanId";

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    @Override
    public void onScopeOpened(Observation.Context context) {
        TracingContext tracing = Goroutines.isGoroutine() ? context.get(TracingContext.class) : null;
        Span span = tracing == null ? null : tracing.getSpan();
        if (span == null || isInvalid(span.context())) {
            return;
        }
        Map<String, String> before = Goroutines.labels();
        TraceContext ids = span.context();
        boolean isNew = !ids.traceId().equals(before.get(TRACE_ID));
        Scope scope = Scope.ofThisThread();
        context.put(scope, new Saved(isNew ? before : null, context.get(scope)));
        if (isNew) {
            OwnLabels.set(TRACE_ID, ids.traceId());
            OwnLabels.set(SPAN_ID, Boolean.TRUE.equals(ids.sampled()) ? ids.spanId() : null);
        }
    }

    /** Empty or zero, as tracers have it that are switched off. */
    private static boolean isInvalid(TraceContext ids) {
        return ids.traceId().chars().allMatch(digit -> digit == '0');
    }

    @Override
    public void onScopeClosed(Observation.Context context) {
        Scope scope = Scope.ofThisThread();
        Saved saved = context.get(scope);
        if (saved == null) {
            return;
        }
        if (saved.outer() == null) {
            context.remove(scope);
        } else {
            context.put(scope, saved.outer());
        }
        if (saved.labels() != null) {
            OwnLabels.set(TRACE_ID, saved.labels().get(TRACE_ID));
            OwnLabels.set(SPAN_ID, saved.labels().get(SPAN_ID));
        }
    }

    /** It may be opened again. */
    @Override
    public void onScopeReset(Observation.Context context) {
        onScopeClosed(context);
    }

    /** The key of what was saved: one observation may have scopes on several threads. */
    private record Scope(Thread thread) {

        static Scope ofThisThread() {
            return new Scope(Thread.currentThread());
        }
    }

    /**
     * What the goroutine had when the scope was opened.
     *
     * @param labels null where the scope has changed none
     * @param outer of the scope of the same observation that was open already, or null
     */
    private record Saved(
            @Nullable Map<String, String> labels, @Nullable Saved outer) {}
}
