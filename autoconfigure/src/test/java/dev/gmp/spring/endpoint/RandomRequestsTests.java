package dev.gmp.spring.endpoint;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.fuzz.RandomText;
import dev.gmp.spring.fuzz.SeededCases;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Random requests to the endpoints over HTTP: each is answered, none with an error of the server, a change is refused or as
 * asked for, and the scheduler works afterwards.
 */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmp,gmpui,gmptrace,gmpgoroutines,gmpincidents",
            "management.endpoint.gmp.access=unrestricted",
            "management.endpoint.gmptrace.access=unrestricted",
            "management.endpoint.gmpgoroutines.access=read-only",
            "management.endpoint.gmpincidents.access=unrestricted",
            "gmp.incidents.folder=target/random-incidents",
            "management.endpoint.gmp.show-stacks=always",
            "gmp.max-procs=2",
            "gmp.threads.max=8"
        })
class RandomRequestsTests {

    private static final int MOST_PROCS = 8;
    private static final String GMP = "/actuator/gmp";
    private static final String TRACE = "/actuator/gmptrace";
    private static final String GOROUTINES = "/actuator/gmpgoroutines";
    private static final String INCIDENTS = "/actuator/gmpincidents";
    private static final List<String> NAMES =
            List.of("maxProcs", "seconds", "events", "scheduler", "name", "security", "x");
    private static final List<String> PARAMETERS = List.of(
            "offset",
            "offset",
            "limit",
            "limit",
            "stacks",
            "budget",
            "format",
            "scheduler",
            "part",
            "name",
            "security",
            "maxProcs",
            "x");
    private static final List<String> PATHS =
            List.of(GMP, GMP + "/default", "/actuator/gmpui", "/actuator/gmpui/page.css", TRACE, GOROUTINES, INCIDENTS);
    private static final List<String> TYPES = List.of(
            "application/json", "text/plain", "text/html", "application/vnd.spring-boot.actuator.v3+json", "x", "");

    /** With a method, a type or an answer that the path does not have. */
    private static final List<Integer> REFUSED = List.of(400, 404, 405, 406, 415);

    private final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private GmpScheduler scheduler;

    @Test
    void changes() {
        SeededCases.run(80, this::change);
    }

    @Test
    void readings() {
        SeededCases.run(120, this::read);
    }

    @Test
    void recordings() {
        SeededCases.run(20, this::trace);
    }

    @Test
    void anything() {
        SeededCases.run(120, this::any);
    }

    @Test
    @Tag("long")
    void forLong() {
        SeededCases.runLong(random -> {
            switch (random.nextInt(4)) {
                case 0 -> change(random);
                case 1 -> read(random);
                case 2 -> trace(random);
                default -> any(random);
            }
        });
    }

    private void change(SplittableRandom random) throws Exception {
        int before = scheduler.maxProcs();
        String value = random.nextInt(4) == 0
                ? json(random, 3)
                : random.nextBoolean() ? String.valueOf(random.nextInt(-2, 12)) : quoted(RandomText.odd(random));
        String body = "{\"maxProcs\": " + value + "}";
        String path = random.nextBoolean() ? GMP : GMP + "/default";
        HttpResponse<String> response =
                send("POST", path, "application/json", "*/*", body.getBytes(StandardCharsets.UTF_8));

        assertThat(response.statusCode()).as(body).isIn(204, 400);
        if (response.statusCode() == 400) {
            assertThat(scheduler.maxProcs()).as(body).isEqualTo(before);
        } else {
            String asked = new JsonMapper().readTree(body).get("maxProcs").asString();
            if (!asked.equalsIgnoreCase("auto")) {
                assertThat(scheduler.maxProcs()).as(body).isEqualTo(Integer.parseInt(asked));
            }
        }
        assertWorks();
    }

    private void read(SplittableRandom random) throws Exception {
        String path = PATHS.get(random.nextInt(PATHS.size()));
        if (random.nextInt(4) == 0) {
            path += "/" + encoded(RandomText.odd(random));
        }
        path += query(random);
        HttpResponse<String> response = send("GET", path, null, "*/*", null);

        assertThat(response.statusCode()).as(path).isIn(200, 400, 404);
        if (response.statusCode() == 200 && path.startsWith(GMP + "?")) {
            JsonNode machines = new JsonMapper().readTree(response.body()).at("/schedulers/default/machineDetails");
            assertThat(machines.isArray()).as(path).isTrue();
            assertThat(machines.size()).as(path).isLessThanOrEqualTo(MOST_PROCS);
        }
    }

    private void trace(SplittableRandom random) throws Exception {
        String body = "{\"seconds\": %s, \"events\": %s}"
                .formatted(
                        random.nextBoolean() ? json(random, 1) : random.nextInt(-1, 63),
                        random.nextBoolean() ? json(random, 1) : random.nextInt(900, 5_000));
        HttpResponse<String> response =
                send("POST", TRACE, "application/json", "*/*", body.getBytes(StandardCharsets.UTF_8));

        assertThat(response.statusCode()).as(body).isIn(202, 400);
        if (response.statusCode() == 202) {
            forgetTrace();
        }
        assertWorks();
    }

    /** Any method, path, type and body. A body of the type {@code *}{@code /*} is an error of the server to Spring MVC itself. */
    private void any(SplittableRandom random) throws Exception {
        String method = List.of("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")
                .get(random.nextInt(7));
        String path = PATHS.get(random.nextInt(PATHS.size())) + (random.nextInt(3) == 0 ? query(random) : "");
        String type = TYPES.get(random.nextInt(TYPES.size()));
        String accept = random.nextInt(3) == 0 ? "*/*" : TYPES.get(random.nextInt(TYPES.size()));
        byte[] body = body(random);
        HttpResponse<String> response = send(method, path, type, accept, body);

        int status = response.statusCode();
        String request =
                "%s %s, %s, %s: %s".formatted(method, path, type, accept, new String(body, StandardCharsets.UTF_8));
        assertThat(status / 100 == 2
                        || REFUSED.contains(status)
                        || (status == 409 && (path.startsWith(TRACE) || path.startsWith(INCIDENTS))))
                .as("%d to %.500s", status, request)
                .isTrue();
        if (status == 202) {
            forgetTrace();
        }
        assertWorks();
    }

    private static byte[] body(SplittableRandom random) {
        if (random.nextInt(4) == 0) {
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            return bytes;
        }
        String text = random.nextInt(4) == 0 ? RandomText.odd(random) : json(random, 5);
        return text.getBytes(random.nextInt(8) == 0 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8);
    }

    /** Mostly an object with names that mean something. */
    private static String json(SplittableRandom random, int depth) {
        return switch (depth == 0 ? 4 + random.nextInt(4) : random.nextInt(8)) {
            case 0, 1 ->
                "{\"%s\": %s, \"%s\": %s}"
                        .formatted(
                                NAMES.get(random.nextInt(NAMES.size())),
                                json(random, depth - 1),
                                NAMES.get(random.nextInt(NAMES.size())),
                                json(random, depth - 1));
            case 2 -> "[" + json(random, depth - 1) + ", " + json(random, depth - 1) + "]";
            case 3 -> "[".repeat(2_000);
            case 4 -> String.valueOf(random.nextLong());
            case 5 ->
                List.of("null", "true", "1e400", "-0", "7.0", "0", "NaN", "1" + "0".repeat(2_000))
                        .get(random.nextInt(8));
            case 6 -> quoted(RandomText.odd(random));
            default -> String.valueOf(random.nextInt(-2, 70));
        };
    }

    private static String quoted(String text) {
        try {
            return new JsonMapper().writeValueAsString(text);
        } catch (JacksonException e) {
            return "\"half a character\"";
        }
    }

    private static String query(SplittableRandom random) {
        StringBuilder query = new StringBuilder();
        for (int count = random.nextInt(4); count > 0; count--) {
            query.append(query.isEmpty() ? "?" : "&")
                    .append(PARAMETERS.get(random.nextInt(PARAMETERS.size())))
                    .append(random.nextInt(10) == 0 ? "" : "=" + value(random));
        }
        return query.toString();
    }

    private static String value(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> encoded(RandomText.odd(random));
            case 1 -> String.valueOf(random.nextInt(-3, 3));
            default -> String.valueOf(random.nextInt(90, 1_100));
        };
    }

    /** Not longer than a server lets a request's first line be. */
    private static String encoded(String text) {
        return URLEncoder.encode(text.substring(0, Math.min(text.length(), 300)), StandardCharsets.UTF_8);
    }

    private void forgetTrace() {
        await().until(() -> {
            send("DELETE", TRACE, null, "*/*", null);
            return send("GET", TRACE, null, "*/*", null).statusCode() == 404;
        });
    }

    private void assertWorks() throws Exception {
        assertThat(scheduler.maxProcs()).isBetween(1, MOST_PROCS);
        assertThat(scheduler.submit(() -> "done").get(100, TimeUnit.SECONDS)).isEqualTo("done");
    }

    private HttpResponse<String> send(String method, String path, String type, String accept, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Accept", accept)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (type != null) {
            request.header("Content-Type", type);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
