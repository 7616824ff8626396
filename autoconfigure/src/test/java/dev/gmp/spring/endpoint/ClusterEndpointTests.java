package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Counts;
import dev.gmp.process.cluster.ClusterSnapshot.Member;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.ClusterSnapshot.TypeSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** The endpoint's part about the cluster. */
class ClusterEndpointTests {

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpEndpointAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=gmp");

    @Test
    void itShowsNodesAndWhichShardIsWhere() {
        Cluster cluster = mock();
        when(cluster.name()).thenReturn("shop");
        when(cluster.snapshot())
                .thenReturn(new ClusterSnapshot(
                        "a:1",
                        Status.CUT_OFF,
                        List.of(
                                new Member("a:1", "Up", true, Set.of("web")),
                                new Member("b:1", "Down", false, Set.of())),
                        Map.of("order", new TypeSnapshot(4, Map.of(3, "a:1", 0, "a:1", 1, "b:1"), 5, 6)),
                        new Counts(1, 2, 3, 4, Map.of("full", 5L), Map.of("unreadable", 6L), 7, 8)));
        web.withBean(Cluster.class, () -> cluster, definition -> definition.setDestroyMethodName(""))
                .run(context -> assertThat(
                                context.getBean(GmpEndpoint.class).schedulers().cluster())
                        .isEqualTo(new ClusterDescriptor(
                                "shop",
                                "a:1",
                                "cut off",
                                List.of(
                                        new ClusterDescriptor.Member("a:1", "Up", true, List.of("web")),
                                        new ClusterDescriptor.Member("b:1", "Down", false, List.of())),
                                Map.of(
                                        "order",
                                        new ClusterDescriptor.Type(
                                                4, Map.of("a:1", List.of(0, 3), "b:1", List.of(1)), 5, 6)),
                                new ClusterDescriptor.Counters(
                                        1, 2, 3, 4, Map.of("full", 5L), Map.of("unreadable", 6L), 7, 8))));
    }

    @Test
    void withoutAClusterOrItsModuleThereIsNone() {
        web.run(context -> assertThat(
                        context.getBean(GmpEndpoint.class).schedulers().cluster())
                .isNull());
        web.withClassLoader(new FilteredClassLoader("dev.gmp.process.cluster"))
                .run(context -> assertThat(
                                context.getBean(GmpEndpoint.class).schedulers().cluster())
                        .isNull());
    }
}
