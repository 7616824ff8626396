package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How the application writes JSON of its own does not change that of the endpoints. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmp,gmptrace",
            "management.endpoint.gmp.access=unrestricted",
            "management.endpoint.gmptrace.access=unrestricted",
            "spring.jackson.property-naming-strategy=UPPER_CAMEL_CASE",
            "spring.jackson.default-property-inclusion=non_null",
            "spring.jackson.datatype.datetime.write-durations-as-timestamps=true",
            "spring.jackson.datatype.datetime.write-dates-as-timestamps=true"
        })
class EndpointJsonTests {

    @LocalServerPort
    private int port;

    @Test
    void namesAndDurationsOfAllSchedulersAreThoseOfTheEndpoint() throws Exception {
        assertIsOurs(send("GET", "gmp", "").at("/schedulers/default"));
    }

    @Test
    void namesAndDurationsOfOneSchedulerAreThoseOfTheEndpoint() throws Exception {
        assertIsOurs(send("GET", "gmp/default", ""));
    }

    @Test
    void whatIsWrongWithARequestIsItsMessage() throws Exception {
        assertThat(send("GET", "gmp?limit=0", "").at("/message").asString()).contains("limit must be");
        assertThat(send("POST", "gmp", "{\"maxProcs\": 0}").at("/message").asString())
                .contains("maxProcs must be");
        assertThat(send("POST", "gmptrace", "{\"seconds\": 0}").at("/message").asString())
                .contains("seconds must be");
    }

    @Test
    void aRecordingThatBeginsSaysUntilWhen() throws Exception {
        assertThat(send("POST", "gmptrace", "{\"seconds\": 1}").at("/until").asString())
                .endsWith("Z");
    }

    /** What does not apply is there, and null. */
    private static void assertIsOurs(JsonNode scheduler) {
        assertThat(scheduler.at("/machineDetails").isArray()).isTrue();
        assertThat(scheduler.at("/settings/timeSlice").asString()).isEqualTo("PT0.01S");
        assertThat(scheduler.at("/settings/queueCapacity").isNull()).isTrue();
        assertThat(scheduler.at("/queued").isNull()).isTrue();
    }

    private JsonNode send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/" + path))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        return new JsonMapper().readTree(response.body());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
