package dev.gmp.spring.metrics;

import dev.gmp.observe.TaskKindSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * {@code gmp.task.*} of one scheduler: what each kind of task costs. A kind gets its meters when a snapshot is read after its
 * first task. There are few kinds, as {@link dev.gmp.GmpScheduler#taskKinds} says.
 */
final class TaskKindMeters implements MeterBinder {

    /** Has meters from the beginning, so that the names exist. */
    private static final String OTHER = "other";

    private static final TaskKindSnapshot NONE =
            new TaskKindSnapshot(OTHER, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, 0);

    private final Tags tags;
    private final RecentSnapshot snapshots;
    private final Recent<Map<String, TaskKindSnapshot>> recent;

    /** @param snapshots when they are taken, new kinds are looked for */
    TaskKindMeters(String scheduler, RecentSnapshot snapshots, Supplier<List<TaskKindSnapshot>> kinds) {
        this.tags = Tags.of("scheduler", scheduler);
        this.snapshots = snapshots;
        this.recent = new Recent<>(
                () -> kinds.get().stream().collect(Collectors.toMap(TaskKindSnapshot::name, kind -> kind)));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Set<String> registered = new HashSet<>();
        follow(registry, registered, Set.of(OTHER));
        snapshots.observe(snapshot -> follow(registry, registered, recent.get().keySet()));
    }

    /** Snapshots come on any thread. */
    private void follow(MeterRegistry registry, Set<String> registered, Set<String> kinds) {
        synchronized (registered) {
            for (String kind : kinds) {
                if (registered.add(kind)) {
                    bind(registry, kind);
                }
            }
        }
    }

    private void bind(MeterRegistry registry, String kind) {
        var meters = new SnapshotMeters<>(
                registry, tags.and("task", kind), recent, source -> source.get().getOrDefault(kind, NONE));
        meters.counter("gmp.task.wait", snapshot -> seconds(snapshot.waiting()));
        meters.counter("gmp.task.run", snapshot -> seconds(snapshot.running()));
        meters.counter("gmp.task.blocked", snapshot -> seconds(snapshot.blocked()));
        meters.counter("gmp.task.preemptions", TaskKindSnapshot::preemptions);
        meters.counter("gmp.task.failures", TaskKindSnapshot::failures);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
