package dev.gmp.spring.web;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A request's goroutine has its route as a label while the controller runs, also where the answer comes later. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gmp.web.enabled=true", "gmp.max-procs=2"})
class RouteLabelsTests {

    private final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private GmpScheduler scheduler;

    @Test
    void theRouteWithoutItsValues() throws Exception {
        assertThat(get("/orders/17")).isEqualTo("{route=GET /orders/{id}}");
        assertThat(get("/labels")).isEqualTo("{route=GET /labels}");
        assertThat(get("/later")).contains("{route=GET /later}");
        await().until(() -> scheduler.goroutineProfile().groups().stream()
                .allMatch(group -> group.labels().isEmpty()));
    }

    private String get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    @RestController
    static class Orders {

        @GetMapping("/orders/{id}")
        String order() {
            return Goroutines.labels().toString();
        }

        @GetMapping("/labels")
        String labels() {
            return Goroutines.labels().toString();
        }

        @GetMapping("/later")
        Callable<String> later() {
            return () -> Goroutines.labels().toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class Application {}
}
