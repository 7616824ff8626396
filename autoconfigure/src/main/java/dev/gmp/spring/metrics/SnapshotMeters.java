package dev.gmp.spring.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Registers meters that each read one number of a snapshot, a line of code for a meter. Registries hold the source weakly.
 *
 * @param <T> source of the snapshots
 * @param <S> snapshot
 * @param snapshots must not hold the source
 */
record SnapshotMeters<T, S>(MeterRegistry registry, Tags tags, T source, Function<T, S> snapshots) {

    void gauge(String name, ToDoubleFunction<S> value) {
        MeterText text = MeterText.of(name);
        Gauge.builder(name, source, reading(snapshots, value))
                .tags(tags)
                .baseUnit(text.unit())
                .description(text.description())
                .register(registry);
    }

    void counter(String name, ToDoubleFunction<S> value) {
        MeterText text = MeterText.of(name);
        FunctionCounter.builder(name, source, reading(snapshots, value))
                .tags(tags)
                .baseUnit(text.unit())
                .description(text.description())
                .register(registry);
    }

    /** A gauge for each value of one more tag. */
    void gauges(String name, String tag, Map<String, ToDoubleFunction<S>> values) {
        values.forEach((its, value) -> with(tag, its).gauge(name, value));
    }

    /** A counter for each value of one more tag. */
    void counters(String name, String tag, Map<String, ToDoubleFunction<S>> values) {
        values.forEach((its, value) -> with(tag, its).counter(name, value));
    }

    /** What a gauge of a limit, or of what a limit bounds, shows where there is none. */
    static double orNotANumber(OptionalInt value) {
        return value.isPresent() ? value.getAsInt() : Double.NaN;
    }

    private SnapshotMeters<T, S> with(String tag, String value) {
        return new SnapshotMeters<>(registry, tags.and(tag, value), source, snapshots);
    }

    /** Static, so that the function, which registries hold, does not hold the source. */
    private static <T, S> ToDoubleFunction<T> reading(Function<T, S> snapshots, ToDoubleFunction<S> value) {
        return source -> value.applyAsDouble(snapshots.apply(source));
    }
}
