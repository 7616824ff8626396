package dev.gmp.spring.incident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.IncidentWatch;
import dev.gmp.observe.incident.IncidentFolder;
import dev.gmp.spring.endpoint.GmpEndpointProperties;
import dev.gmp.spring.endpoint.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Capsules over HTTP: written, listed, fetched, opened and deleted. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmpincidents",
            "management.endpoint.gmpincidents.access=unrestricted",
            "management.endpoint.gmp.show-stacks=always",
            "gmp.max-procs=2",
            "gmp.incidents.max-files=2",
            "spring.datasource.password=hunter2-hunter2"
        })
class GmpIncidentsEndpointTests {

    private static final String NAME = "gmp-incident-20261128T120000.000Z-stall-1.zip";

    @TempDir
    static Path root;

    @Autowired
    private IncidentWatch watch;

    @Autowired
    private IncidentFolder folder;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void folder(DynamicPropertyRegistry properties) {
        properties.add("gmp.incidents.folder", () -> root.resolve("incidents").toString());
    }

    @AfterEach
    void empty() throws Exception {
        for (JsonNode incident : list().get("incidents")) {
            send("DELETE", "/" + incident.get("name").asString(), null);
        }
    }

    @Test
    void oneIsWrittenListedFetchedOpenedAndDeleted() throws Exception {
        Instant before = Instant.now().minusMillis(1);
        HttpResponse<byte[]> written = send("POST", "", "{}");
        assertThat(written.statusCode()).isEqualTo(200);
        JsonNode incident = json(written);
        String name = incident.get("name").asString();

        assertThat(list().get("watching").asBoolean()).isFalse();
        assertThat(list().get("incidents")).containsExactly(incident);
        assertThat(incident.get("cause").asString()).isEqualTo("requested");
        assertThat(incident.get("scheduler").asString()).isEqualTo("default");
        assertThat(Instant.parse(incident.get("time").asString())).isBetween(before, Instant.now());

        HttpResponse<byte[]> zip = send("GET", "/" + name, null);
        assertThat(zip.statusCode()).isEqualTo(200);
        assertThat(zip.headers().firstValue("Content-Type")).contains("application/zip");
        assertThat(zip.body()).hasSize(incident.get("bytes").asInt());
        assertThat(partsOf(zip.body()))
                .containsExactly(
                        "incident.txt",
                        "schedtrace.txt",
                        "snapshot.txt",
                        "settings.txt",
                        "jvm.txt",
                        "cgroup.txt",
                        "versions.txt",
                        "deadlocks.txt",
                        "goroutines.txt",
                        "trace.json");

        HttpResponse<byte[]> trace = send("GET", "/" + name + "?part=trace.json", null);
        assertThat(trace.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(json(trace).get("traceEvents").isArray()).isTrue();
        HttpResponse<byte[]> settings = send("GET", "/" + name + "?part=settings.txt", null);
        assertThat(settings.headers().firstValue("Content-Type")).contains("text/plain;charset=UTF-8");
        assertThat(text(settings)).contains("maxProcs=2");
        assertThat(send("GET", "/" + name + "?part=other.txt", null).statusCode())
                .isEqualTo(404);

        assertThat(send("DELETE", "/" + name, null).statusCode()).isEqualTo(204);
        assertThat(list().get("incidents")).isEmpty();
        assertThat(root.resolve("incidents")).isEmptyDirectory();
    }

    @Test
    void whereStacksAreHiddenNoneIsFetched() throws Exception {
        String name = json(send("POST", "", "{}")).get("name").asString();
        GmpEndpointProperties hidden = new GmpEndpointProperties(Show.NEVER, Set.of());
        WebEndpointResponse<Object> answer =
                new GmpIncidentsEndpoint(watch, folder, hidden).fetch(name, "settings.txt", SecurityContext.NONE);

        assertThat(answer.getStatus()).isEqualTo(403);
        assertThat(answer.getBody())
                .isEqualTo(
                        new Problem("it has stacks, which management.endpoint.gmp.show-stacks hides from this user"));
    }

    @Test
    void noPartHasASecretOfTheApplication() throws Exception {
        String name = json(send("POST", "", "{}")).get("name").asString();
        for (String part : partsOf(send("GET", "/" + name, null).body())) {
            assertThat(text(send("GET", "/" + name + "?part=" + part, null))).doesNotContain("hunter2");
        }
    }

    @Test
    void beyondTheLimitTheOldestAreDeleted() throws Exception {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            names.add(0, json(send("POST", "", "{}")).get("name").asString());
        }

        assertThat(list().get("incidents"))
                .extracting(each -> each.get("name").asString())
                .containsExactlyElementsOf(names.subList(0, 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..%2Fsecret.zip",
                "..%5Csecret.zip",
                "..%2F" + NAME,
                "%2E%2E",
                "other.zip",
                "incidents%2F..%2F..%2Fsecret.zip",
                NAME,
                "%00"
            })
    void aNameThatIsNotListedIsNotFound(String name) throws Exception {
        Files.createDirectories(root.resolve("incidents"));
        Path secret = Files.writeString(root.resolve("secret.zip"), "hidden");
        Path sibling = Files.writeString(root.resolve(NAME), "hidden");

        for (String path : List.of("/" + name, "/" + name + "?part=trace.json")) {
            HttpResponse<byte[]> response = send("GET", path, null);
            assertThat(response.statusCode()).as(path).isIn(400, 404);
            assertThat(text(response)).as(path).doesNotContain("hidden");
        }
        assertThat(send("DELETE", "/" + name, null).statusCode()).isIn(400, 404, 405);
        assertThat(secret).exists();
        assertThat(sibling).exists();
    }

    @Test
    void aRefusalSaysWhy() throws Exception {
        HttpResponse<byte[]> other = send("POST", "", "{\"scheduler\": \"other\"}");
        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(json(other).get("message").asString())
                .isEqualTo("scheduler must be one of [default], but was other");

        HttpResponse<byte[]> missing = send("GET", "/" + NAME, null);
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(json(missing).get("message").asString())
                .isEqualTo("there is no such capsule, or no such part of it");
    }

    @Test
    void whereTheFolderIsAFileTheAnswersSaySo() throws Exception {
        Files.deleteIfExists(root.resolve("incidents"));
        Files.writeString(root.resolve("incidents"), "a file");
        try {
            for (HttpResponse<byte[]> response : List.of(send("POST", "", "{}"), send("GET", "", null))) {
                assertThat(response.statusCode()).isEqualTo(500);
                assertThat(json(response).get("message").asString()).contains("incidents");
            }
        } finally {
            Files.delete(root.resolve("incidents"));
        }
    }

    private JsonNode list() throws Exception {
        HttpResponse<byte[]> response = send("GET", "", null);
        assertThat(response.statusCode()).isEqualTo(200);
        return json(response);
    }

    private static JsonNode json(HttpResponse<byte[]> response) {
        return new JsonMapper().readTree(text(response));
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static List<String> partsOf(byte[] file) throws IOException {
        List<String> names = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                names.add(entry.getName());
            }
        }
        return names;
    }

    private HttpResponse<byte[]> send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + port + "/actuator/gmpincidents" + path))
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
