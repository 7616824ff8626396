package dev.gmp.spring.metrics;

import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Counts;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.ClusterSnapshot.TypeSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code gmp.cluster.*} of this node. No tag names another node: each publishes what it owns itself, and Prometheus adds
 * the instance.
 */
final class ClusterMeters implements MeterBinder {

    /** Why a message from another node is refused. */
    private static final Set<String> REFUSED = Set.of("unregistered", "unreadable");

    private final String name;
    private final Recent<ClusterSnapshot> recent;
    private final List<Timer> roundTrips = new CopyOnWriteArrayList<>();

    ClusterMeters(Cluster cluster) {
        this(cluster.name(), new Recent<>(cluster::snapshot));
        cluster.onRoundTrip(took -> roundTrips.forEach(timer -> timer.record(took)));
    }

    ClusterMeters(String name, Recent<ClusterSnapshot> recent) {
        this.name = name;
        this.recent = recent;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Tags tags = Tags.of("cluster", name);
        SnapshotMeters<Recent<ClusterSnapshot>, ClusterSnapshot> node =
                new SnapshotMeters<>(registry, tags, recent, Recent::get);
        bindMembership(node);
        bindCounts(new SnapshotMeters<>(
                registry, tags, recent, source -> source.get().counts()));
        roundTrips.add(roundTrip(registry, tags));
        recent.get()
                .types()
                .keySet()
                .forEach(type -> bindType(new SnapshotMeters<>(
                        registry, tags.and("type", type), recent, source -> OfType.in(source.get(), type))));
    }

    private static Timer roundTrip(MeterRegistry registry, Tags tags) {
        return Timer.builder("gmp.cluster.round.trip")
                .tags(tags)
                .description(
                        "Time from a question to its answer, of one in 64; growth means slow processes or a slow network")
                .serviceLevelObjectives(LatencyTimers.EDGES)
                .register(registry);
    }

    private static void bindMembership(SnapshotMeters<?, ClusterSnapshot> meters) {
        meters.gauge("gmp.cluster.up", snapshot -> snapshot.status() == Status.UP ? 1 : 0);
        meters.gauges(
                "gmp.cluster.members", "state", Map.of("reachable", members(true), "unreachable", members(false)));
    }

    private static void bindCounts(SnapshotMeters<?, Counts> meters) {
        meters.counters("gmp.cluster.sent", "to", Map.of("local", Counts::sentLocal, "remote", Counts::sentRemote));
        meters.counter("gmp.cluster.received", Counts::received);
        meters.counter("gmp.cluster.forwarded", Counts::forwarded);
        meters.counters(
                "gmp.cluster.undelivered",
                "reason",
                byReason(
                        Stream.of(SendResult.values())
                                .filter(result -> result != SendResult.DELIVERED)
                                .map(result -> result.name().toLowerCase(Locale.ROOT)),
                        Counts::undelivered));
        meters.counters("gmp.cluster.refused", "reason", byReason(REFUSED.stream(), Counts::refused));
        meters.counter("gmp.cluster.late.answers", Counts::lateAnswers);
        meters.counter("gmp.cluster.moved.shards", Counts::movedShards);
    }

    private static void bindType(SnapshotMeters<?, OfType> meters) {
        meters.gauges(
                "gmp.cluster.shards",
                "owner",
                Map.of("this", OfType::here, "other", OfType::elsewhere, "unknown", OfType::unknown));
        meters.gauge("gmp.cluster.buffered", OfType::buffered);
    }

    private static ToDoubleFunction<ClusterSnapshot> members(boolean reachable) {
        return snapshot -> snapshot.members().stream()
                .filter(member -> member.reachable() == reachable)
                .count();
    }

    private static Map<String, ToDoubleFunction<Counts>> byReason(
            Stream<String> reasons, Function<Counts, Map<String, Long>> counts) {
        return reasons.collect(Collectors.toMap(
                reason -> reason, reason -> snapshot -> counts.apply(snapshot).getOrDefault(reason, 0L)));
    }

    private record OfType(long here, long elsewhere, long unknown, long buffered) {

        static OfType in(ClusterSnapshot snapshot, String name) {
            TypeSnapshot type = snapshot.types().getOrDefault(name, new TypeSnapshot(0, Map.of(), 0, 0));
            long here = type.owners().values().stream()
                    .filter(snapshot.self()::equals)
                    .count();
            int known = type.owners().size();
            return new OfType(here, known - here, type.shards() - known, type.buffered());
        }
    }
}
