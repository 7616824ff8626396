package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Changing the number of processors over HTTP, and who may. */
class GmpEndpointWriteTests {

    private static final String PATH = "/actuator/gmp";
    private static final String UNRESTRICTED = "management.endpoint.gmp.access=unrestricted";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** One that may be changed, for the tests that need no other. */
    private static ConfigurableApplicationContext shared;

    @BeforeAll
    static void start() {
        shared = start(Application.class, List.of(UNRESTRICTED));
    }

    @AfterAll
    static void close() {
        shared.close();
    }

    @BeforeEach
    void changeItBack() {
        scheduler(shared).setMaxProcs(2);
    }

    @Test
    void theNumberOfProcessorsChangesAndIsShown() {
        run((client, scheduler) -> {
            HttpResponse<String> response = client.post(PATH, "{\"maxProcs\": 4}");

            assertThat(response.statusCode()).isEqualTo(204);
            assertThat(response.body()).isEmpty();
            assertThat(scheduler.maxProcs()).isEqualTo(4);
            JsonNode shown = client.get(PATH).at("/schedulers/default");
            assertThat(shown.at("/procs").asInt()).isEqualTo(4);
            assertThat(shown.at("/processors").size()).isEqualTo(4);
            assertThat(shown.at("/settings/maxProcs").asInt()).isEqualTo(2);
        });
    }

    @Test
    void ofTheSchedulerThatThePathNames() {
        run((client, scheduler) -> {
            assertThat(client.post(PATH + "/default", "{\"maxProcs\": 3}").statusCode())
                    .isEqualTo(204);
            assertThat(client.get(PATH + "/default").at("/procs").asInt()).isEqualTo(3);
            assertThat(client.post(PATH + "/reports", "{\"maxProcs\": 3}").statusCode())
                    .isEqualTo(404);
        });
    }

    @Test
    void ofSeveralSchedulersOneMustBeNamed() {
        run(TwoSchedulers.class, List.of(UNRESTRICTED), (client, scheduler) -> {
            HttpResponse<String> nameless = client.post(PATH, "{\"maxProcs\": 4}");
            assertThat(nameless.statusCode()).isEqualTo(400);
            assertThat(nameless.body()).contains("default", "reports", "name one of them in the path");

            assertThat(client.post(PATH + "/reports", "{\"maxProcs\": 4}").statusCode())
                    .isEqualTo(204);
            assertThat(client.get(PATH).at("/schedulers/reports/procs").asInt()).isEqualTo(4);
            assertThat(scheduler.maxProcs()).isEqualTo(2);
        });
    }

    @Test
    void autoIsTheNumberOfTheCpusAndTheirQuotaAgain() {
        int byDefault;
        try (GmpScheduler untold = GmpScheduler.builder().build()) {
            byDefault = untold.maxProcs();
        }
        run((client, scheduler) -> {
            client.post(PATH, "{\"maxProcs\": %d}".formatted(byDefault + 1));
            assertThat(client.post(PATH, "{\"maxProcs\": \"auto\"}").statusCode())
                    .isEqualTo(204);
            assertThat(scheduler.maxProcs()).isEqualTo(byDefault);
        });
    }

    @Test
    void whatIsOutOfRangeIsRefusedWithTheReason() {
        Map<String, String> reasons = Map.of(
                "0", "maxProcs must be between 1 and 8, or auto, but was 0",
                "9", "maxProcs must be between 1 and 8, or auto, but was 9",
                "\"many\"", "maxProcs must be a number or auto, but was many",
                "1.5", "maxProcs must be a number or auto, but was 1.5");
        run((client, scheduler) -> reasons.forEach((value, reason) -> {
            for (String path : List.of(PATH, PATH + "/default")) {
                HttpResponse<String> response = client.post(path, "{\"maxProcs\": %s}".formatted(value));
                assertThat(response.statusCode()).as(value).isEqualTo(400);
                assertThat(json(response).at("/message").asString()).isEqualTo(reason);
                assertThat(scheduler.maxProcs()).as(value).isEqualTo(2);
            }
        }));
    }

    @Test
    void whatIsNoRequestIsRefused() {
        run((client, scheduler) -> {
            for (String body : List.of("{}", "{\"maxprocs\": 4}", "{\"maxProcs\": null}", "[4]", "maxProcs=4")) {
                assertThat(client.post(PATH, body).statusCode()).as(body).isEqualTo(400);
                assertThat(scheduler.maxProcs()).as(body).isEqualTo(2);
            }
        });
    }

    @Test
    void byDefaultOneMayOnlyRead() {
        run(Application.class, List.of(), (client, scheduler) -> {
            for (String path : new String[] {PATH, PATH + "/default"}) {
                assertThat(client.post(path, "{\"maxProcs\": 4}").statusCode()).isEqualTo(405);
            }
            assertThat(scheduler.maxProcs()).isEqualTo(2);
            assertThat(client.get(PATH).at("/schedulers/default/procs").asInt()).isEqualTo(2);
        });
    }

    @Test
    void theMostThatIsPermittedHoldsForThisOne() {
        run(
                Application.class,
                List.of(UNRESTRICTED, "management.endpoints.access.max-permitted=read-only"),
                (client, scheduler) -> {
                    assertThat(client.post(PATH, "{\"maxProcs\": 4}").statusCode())
                            .isEqualTo(405);
                    assertThat(scheduler.maxProcs()).isEqualTo(2);
                });
    }

    @Test
    void theDefaultOfAllEndpointsHoldsForThisOne() {
        run(Application.class, List.of("management.endpoints.access.default=unrestricted"), (client, scheduler) -> {
            assertThat(client.post(PATH, "{\"maxProcs\": 4}").statusCode()).isEqualTo(204);
            assertThat(scheduler.maxProcs()).isEqualTo(4);
        });
    }

    @Test
    void withoutAccessThereIsNothing() {
        run(Application.class, List.of("management.endpoint.gmp.access=none"), (client, scheduler) -> {
            assertThat(client.post(PATH, "{\"maxProcs\": 4}").statusCode()).isEqualTo(404);
            assertThat(scheduler.maxProcs()).isEqualTo(2);
        });
    }

    private static void run(BiConsumer<Client, GmpScheduler> test) {
        run(shared, test);
    }

    private static void run(ConfigurableApplicationContext context, BiConsumer<Client, GmpScheduler> test) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        test.accept(new Client("http://localhost:" + port), scheduler(context));
    }

    private static GmpScheduler scheduler(ConfigurableApplicationContext context) {
        return context.getBean("gmpScheduler", GmpScheduler.class);
    }

    private static void run(Class<?> application, List<String> properties, BiConsumer<Client, GmpScheduler> test) {
        try (ConfigurableApplicationContext context = start(application, properties)) {
            run(context, test);
        }
    }

    private static ConfigurableApplicationContext start(Class<?> application, List<String> properties) {
        String[] arguments = Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "management.endpoints.web.exposure.include=gmp",
                                "gmp.max-procs=2",
                                "gmp.threads.max=8"),
                        properties.stream())
                .map(property -> "--" + property)
                .toArray(String[]::new);
        return new SpringApplicationBuilder(application)
                .bannerMode(Banner.Mode.OFF)
                .run(arguments);
    }

    private static JsonNode json(HttpResponse<String> response) {
        return new JsonMapper().readTree(response.body());
    }

    private record Client(String server) {

        HttpResponse<String> post(String path, String body) {
            return send(path, body);
        }

        JsonNode get(String path) {
            return json(send(path, null));
        }

        private HttpResponse<String> send(String path, @Nullable String body) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path));
            if (body != null) {
                request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
            }
            try {
                return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class TwoSchedulers {

        @Bean(defaultCandidate = false)
        GmpScheduler reports() {
            return GmpScheduler.builder().name("reports").maxProcs(1).build();
        }
    }
}
