package dev.gmp.spring.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Counts;
import dev.gmp.process.cluster.ClusterSnapshot.Member;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ClusterHealthTests {

    private static final Counts NONE = new Counts(0, 0, 0, 0, Map.of(), Map.of(), 0, 0);

    private final Cluster cluster = mock();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ClusterHealthAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class))
            .withBean(Cluster.class, () -> cluster, definition -> definition.setDestroyMethodName(""));

    @ParameterizedTest
    @CsvSource({
        "UP, UP, ",
        "JOINING, OUT_OF_SERVICE, looks for the others",
        "LEAVING, OUT_OF_SERVICE, hands its keys over",
        "CLOSED, OUT_OF_SERVICE, has left the cluster",
        "CUT_OFF, DOWN, cut off: this node cannot reach most of the others"
    })
    void itIsDownWhenThisNodeIsCutOff(Status status, String health, String reason) {
        when(cluster.snapshot()).thenReturn(snapshot(status, true));
        runner.run(context -> {
            HealthIndicator indicator = (HealthIndicator)
                    context.getBean(HealthContributorRegistry.class).getContributor("gmpCluster");
            Health found = indicator.health();
            assertThat(found.getStatus().getCode()).isEqualTo(health);
            if (reason == null) {
                assertThat(found.getDetails()).doesNotContainKey("reason");
            } else {
                assertThat(found.getDetails().get("reason")).asString().contains(reason);
            }
        });
    }

    @Test
    void anotherNodeOutOfReachIsAWarning() {
        Health health = new ClusterHealthIndicator(() -> snapshot(Status.UP, false)).health();
        assertThat(health.getStatus().getCode()).isEqualTo("UP");
        assertThat(health.getDetails())
                .containsEntry("node", "a:1")
                .containsEntry("members", 2)
                .containsEntry("unreachable", List.of("b:1"))
                .containsKey("warning");
    }

    @Test
    void itCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.gmp-cluster.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("gmpClusterHealthContributor"));
    }

    @Test
    void withoutTheModuleThereIsNone() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ClusterHealthAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("dev.gmp.process.cluster"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("gmpClusterHealthContributor"));
    }

    private static ClusterSnapshot snapshot(Status status, boolean reachable) {
        return new ClusterSnapshot(
                "a:1",
                status,
                List.of(new Member("a:1", "Up", true, Set.of()), new Member("b:1", "Up", reachable, Set.of())),
                Map.of(),
                NONE);
    }
}
