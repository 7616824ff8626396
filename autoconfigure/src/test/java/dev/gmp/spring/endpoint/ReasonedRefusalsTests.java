package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** What Boot itself finds wrong with a request, and what an operation does: the answer has the reason. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmp,gmptrace,gmpgoroutines,metrics",
            "management.endpoint.gmpgoroutines.access=read-only",
            "management.endpoint.gmp.access=unrestricted",
            "management.endpoint.gmptrace.access=unrestricted"
        })
class ReasonedRefusalsTests {

    @LocalServerPort
    private int port;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gmp?offset=many            | offset must be a whole number, but was many
            gmp?limit=1.5              | limit must be a whole number, but was 1.5
            gmp?stacks=perhaps         | stacks must be true or false, but was perhaps
            gmp/default?limit=99999999999 | limit must be a whole number, but was 99999999999
            gmp?limit=0                | limit must be between 1 and 1000, but was 0
            gmpgoroutines?budget=0     | budget must be between 1 and 10000, but was 0
            gmpgoroutines?budget=10001 | budget must be between 1 and 10000, but was 10001
            gmpgoroutines?budget=long  | budget must be a whole number, but was long
            gmpgoroutines?limit=1001   | limit must be between 1 and 1000, but was 1001
            gmpgoroutines?format=xml   | format must be json, text or folded, but was xml
            gmpgoroutines?scheduler=x  | scheduler must be one of [default], but was x
            gmpgoroutines?format=folded | format=folded shows stacks, which management.endpoint.gmp.show-stacks hides from this user
            """)
    void ofReadings(String path, String message) throws Exception {
        assertRefused(send("GET", path, null), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gmp         | {}                  | maxProcs must be given
            gmp         | {"maxprocs": 4}     | maxProcs must be given
            gmp         | {"maxProcs": null}  | maxProcs must be given
            gmp/default |                     | maxProcs must be given
            gmp         | {"maxProcs": 0}     | maxProcs must be between 1 and 1024, or auto, but was 0
            gmptrace    | {"seconds": "few"}  | seconds must be a whole number, but was few
            gmptrace    | {"events": true}    | events must be a whole number, but was true
            gmptrace    | {"seconds": 61}     | seconds must be between 1 and 60, but was 61
            """)
    void ofChangesAndRecordings(String path, String body, String message) throws Exception {
        assertRefused(send("POST", path, body == null ? "" : body), message);
    }

    /** Nothing changes for the application's other endpoints. */
    @ParameterizedTest
    @CsvSource("metrics/jvm.memory.used?tag=x")
    void othersAnswerAsBefore(String path) throws Exception {
        HttpResponse<String> response = send("GET", path, null);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(new JsonMapper().readTree(response.body()).propertyNames()).contains("timestamp");
    }

    private static void assertRefused(HttpResponse<String> response, String message) {
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).contains("json");
        assertThat(new JsonMapper().readTree(response.body()).at("/message").asString())
                .isEqualTo(message);
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/" + path))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        Stream.ofNullable(body)
                                .findFirst()
                                .map(BodyPublishers::ofString)
                                .orElse(BodyPublishers.noBody()))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
