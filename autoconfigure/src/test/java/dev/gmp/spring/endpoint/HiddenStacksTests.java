package dev.gmp.spring.endpoint;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.ProcessorLoss;
import dev.gmp.observe.profile.GoroutineGroup;
import dev.gmp.spring.GmpAutoConfiguration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Where stacks must not be shown, labels and peers are hidden too: they tell of the users' data. */
class HiddenStacksTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, GmpGoroutinesAutoConfiguration.class))
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=gmpgoroutines",
                    "management.endpoint.gmpgoroutines.access=READ_ONLY",
                    "management.endpoint.gmp.show-stacks=never",
                    "gmp.max-procs=1",
                    "gmp.goroutines=direct");

    @Test
    void ofAProfile() {
        runner.run(context -> {
            GmpGoroutinesEndpoint endpoint = context.getBean(GmpGoroutinesEndpoint.class);
            CountDownLatch end = new CountDownLatch(1);
            context.getBean(GmpScheduler.class).execute(() -> waitFor(end));
            try {
                await().until(() ->
                        body(endpoint, ProfileFormat.TEXT).toString().contains("CountDownLatch"));
                JsonNode group = new JsonMapper()
                        .<JsonNode>valueToTree(body(endpoint, ProfileFormat.JSON))
                        .at("/groups/0");
                assertThat(group.at("/waits/CountDownLatch").asLong()).isOne();
                assertThat(group.at("/stack").isNull()).isTrue();
                assertThat(group.at("/labels").properties()).isEmpty();
                String text = body(endpoint, ProfileFormat.TEXT).toString();
                assertThat(text).contains("# tasks: ").doesNotContain("order=17");
                assertThat(text.lines()).noneMatch(line -> line.startsWith("#\t"));
            } finally {
                end.countDown();
            }
        });
    }

    private static Object body(GmpGoroutinesEndpoint endpoint, ProfileFormat format) {
        return endpoint.profile(SecurityContext.NONE, format, null, null, 10_000, null)
                .getBody();
    }

    private static void waitFor(CountDownLatch end) {
        Goroutines.label("order", "17");
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void peersOfConnections() {
        GoroutineGroup group = new GoroutineGroup(
                List.of(),
                1,
                new GoroutineCounts(0, 0, 1, 0),
                null,
                Map.of(),
                Map.of(),
                Map.of("socket read", 1L),
                Map.of("10.0.0.7:5432", 1L));
        assertThat(ProfileDescriptor.Group.of(group, false).peers()).isEmpty();
        assertThat(ProfileDescriptor.Group.of(group, true).peers()).isEqualTo(Map.of("10.0.0.7:5432", 1L));
    }

    @Test
    void ofALostProcessor() {
        ProcessorLoss loss = new ProcessorLoss(
                Instant.now(),
                ProcessorLoss.Kind.HANDOFF,
                0,
                1,
                "gmp-default-m1",
                "com.example.Order",
                Map.of("order", "17"),
                Duration.ofMillis(1),
                List.of(new StackTraceElement("com.example.Order", "run", "Order.java", 1)));
        LossDescriptor hidden = LossDescriptor.of(loss, false);
        assertThat(hidden.labels()).isEmpty();
        assertThat(hidden.stack()).isNull();
        LossDescriptor shown = LossDescriptor.of(loss, true);
        assertThat(shown.labels()).isEqualTo(Map.of("order", "17"));
        assertThat(shown.stack()).hasSize(1);
    }
}
