package dev.gmp.spring.metrics;

import dev.gmp.GmpScheduler;
import dev.gmp.config.BulkheadConfig;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.observe.LatencyHistogramSnapshot;
import dev.gmp.observe.ProcessorSnapshot;
import dev.gmp.process.ProcessState;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Makes snapshots in which no two numbers are equal, whatever components they have. */
final class DistinctNumbers {

    private int last = 1;

    <R extends Record> R make(Class<R> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            values[i] = value(components[i]);
        }
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    private int next() {
        return ++last;
    }

    private Object value(RecordComponent component) throws ReflectiveOperationException {
        Class<?> type = component.getType();
        if (type == int.class) {
            return next();
        } else if (type == long.class) {
            return (long) next();
        } else if (type == boolean.class) {
            return true;
        } else if (type == String.class) {
            return component.getName();
        } else if (type == Duration.class) {
            return Duration.ofSeconds(next());
        } else if (type == OptionalInt.class) {
            return OptionalInt.of(next());
        } else if (type == OptionalDouble.class) {
            return OptionalDouble.of(next());
        } else if (type == List.class) {
            return component.getName().equals("processors") ? processors() : List.of();
        } else if (type == Map.class) {
            return states();
        } else if (type == SchedulerConfig.class) {
            return scheduler();
        } else if (type == BulkheadConfig.class) {
            return new BulkheadConfig(
                    "bulkhead", next(), OptionalInt.of(1_000 + next()), RejectionPolicy.ABORT, GoroutineMode.AUTO);
        } else if (type == LatencyHistogramSnapshot.class) {
            return new LatencyHistogramSnapshot(new long[] {next()}, next());
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return make(type.asSubclass(Record.class));
    }

    /** More than there are processors: {@code procs} is one of the first numbers. */
    private List<ProcessorSnapshot> processors() throws ReflectiveOperationException {
        List<ProcessorSnapshot> processors = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            processors.add(make(ProcessorSnapshot.class));
        }
        return processors;
    }

    private Map<ProcessState, Integer> states() {
        Map<ProcessState, Integer> states = new EnumMap<>(ProcessState.class);
        for (ProcessState state : ProcessState.values()) {
            states.put(state, next());
        }
        return states;
    }

    private SchedulerConfig scheduler() {
        return GmpScheduler.builder()
                .maxProcs(1)
                .maxMachines(1_000 + next())
                .queueCapacity(2_000 + next())
                .idleQueueCapacity(3_000 + next())
                .build()
                .config();
    }
}
