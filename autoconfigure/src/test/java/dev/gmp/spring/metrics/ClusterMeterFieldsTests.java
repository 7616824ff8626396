package dev.gmp.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Counts;
import dev.gmp.process.cluster.ClusterSnapshot.Member;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.ClusterSnapshot.TypeSnapshot;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

/** Each meter of a node shows its own number, of a snapshot in which no two are equal. */
class ClusterMeterFieldsTests {

    private static final Set<String> SHARED = Set.of("cluster", "type");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void ofANode() {
        Recent<ClusterSnapshot> recent = new Recent<>(() -> snapshot(Status.UP));
        ClusterMeters meters = new ClusterMeters("shop", recent);
        meters.bindTo(registry);
        Map<String, Double> shown = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            if (!meter.getId().getName().startsWith("gmp.cluster.round.trip")) { // fed by events, not by snapshots
                String tags = meter.getId().getTags().stream()
                        .filter(tag -> !SHARED.contains(tag.getKey()))
                        .map(tag -> " " + tag.getValue())
                        .collect(Collectors.joining());
                meter.measure().forEach(each -> shown.put(meter.getId().getName() + tags, each.getValue()));
            }
        }
        assertThat(shown)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("gmp.cluster.up", 1.0),
                        Map.entry("gmp.cluster.members reachable", 3.0),
                        Map.entry("gmp.cluster.members unreachable", 2.0),
                        Map.entry("gmp.cluster.sent local", 11.0),
                        Map.entry("gmp.cluster.sent remote", 12.0),
                        Map.entry("gmp.cluster.received", 13.0),
                        Map.entry("gmp.cluster.forwarded", 14.0),
                        Map.entry("gmp.cluster.undelivered full", 15.0),
                        Map.entry("gmp.cluster.undelivered ended", 16.0),
                        Map.entry("gmp.cluster.undelivered unknown", 0.0),
                        Map.entry("gmp.cluster.undelivered unreachable", 17.0),
                        Map.entry("gmp.cluster.refused unregistered", 18.0),
                        Map.entry("gmp.cluster.refused unreadable", 19.0),
                        Map.entry("gmp.cluster.late.answers", 20.0),
                        Map.entry("gmp.cluster.moved.shards", 21.0),
                        Map.entry("gmp.cluster.shards this", 4.0),
                        Map.entry("gmp.cluster.shards other", 6.0),
                        Map.entry("gmp.cluster.shards unknown", 22.0),
                        Map.entry("gmp.cluster.buffered", 24.0)));
    }

    @Test
    void aNodeThatIsCutOffIsNotUp() {
        Recent<ClusterSnapshot> recent = new Recent<>(() -> snapshot(Status.CUT_OFF));
        ClusterMeters meters = new ClusterMeters("shop", recent);
        meters.bindTo(registry);
        assertThat(registry.get("gmp.cluster.up").gauge().value()).isZero();
    }

    @Test
    void roundTripsAreTimedOneByOne() {
        Cluster cluster = mock();
        when(cluster.name()).thenReturn("shop");
        when(cluster.snapshot()).thenReturn(snapshot(Status.UP));
        new ClusterMeters(cluster).bindTo(registry);
        ArgumentCaptor<Consumer<Duration>> listener = ArgumentCaptor.captor();
        verify(cluster).onRoundTrip(listener.capture());
        listener.getValue().accept(Duration.ofMillis(3));
        assertThat(registry.get("gmp.cluster.round.trip").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(3);
    }

    private static ClusterSnapshot snapshot(Status status) {
        List<Member> members = List.of(
                member("a", true), member("b", true), member("c", true), member("d", false), member("e", false));
        Map<Integer, String> owners = new TreeMap<>();
        for (int shard = 0; shard < 10; shard++) {
            owners.put(shard, shard < 4 ? "a" : "b");
        }
        return new ClusterSnapshot(
                "a",
                status,
                members,
                Map.of("order", new TypeSnapshot(32, owners, 23, 24)),
                new Counts(
                        11,
                        12,
                        13,
                        14,
                        Map.of("full", 15L, "ended", 16L, "unreachable", 17L),
                        Map.of("unregistered", 18L, "unreadable", 19L),
                        20,
                        21));
    }

    private static Member member(String address, boolean reachable) {
        return new Member(address, "Up", reachable, Set.of());
    }
}
