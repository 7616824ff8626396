package dev.gmp.spring.web;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.observe.TaskKindSnapshot;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** A request's goroutine has its route as a label while the controller runs, also where the answer comes later. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gmp.web.enabled=true", "gmp.max-procs=2"})
class RouteLabelsTests {

    private static final Pattern SEEN = Pattern.compile("\\[(\\d+) (\\{.*?})]");

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
    }

    /** All four are sent at once, so one goroutine serves them. The last is for no controller. */
    @Test
    void theNextRequestOfAConnectionSeesNoLabelOfTheLast() throws Exception {
        List<MatchResult> seen = SEEN.matcher(answersOfOneConnection("/customer", "/filtered", "/seen", "/beyond"))
                .results()
                .toList();
        assertThat(seen)
                .extracting(answer -> answer.group(2))
                .containsExactly(
                        "{customer=7, route=GET /customer}",
                        "{filter=1, route=GET /filtered}",
                        "{route=GET /seen}",
                        "{}");
        assertThat(seen)
                .extracting(answer -> answer.group(1))
                .containsOnly(seen.get(0).group(1));
    }

    /** The goroutine that goes on with the connection was started by the one of the first request. */
    @Test
    void norOfOneThatIsAnsweredLater() throws Exception {
        assertThat(answersOfOneConnection("/later", "/beyond"))
                .contains("{route=GET /later}")
                .containsPattern("\\[\\d+ \\{}]");
    }

    @Test
    void norOfOneThatCompletesItself() throws Exception {
        assertThat(answersOfOneConnection("/completes", "/beyond")).containsPattern("\\[\\d+ \\{}]");
    }

    /** The goroutine that goes on with the first was started by the one of the second. */
    @Test
    void aRequestHasItsOwnLabelsWhenAnotherLetsItGoOn() throws Exception {
        CompletableFuture<HttpResponse<String>> waiting =
                client.sendAsync(request("/waits"), HttpResponse.BodyHandlers.ofString());
        get("/lets-go-on");

        assertThat(waiting.get(100, TimeUnit.SECONDS).body())
                .isEqualTo("{\"labels\":\"{customer=1, route=GET /waits}\"}");
    }

    /** A request that is answered by an error of the server has failed, once, also where no exception tells. */
    @Test
    void failuresCountForTheRoute() throws Exception {
        get("/broken/1");
        get("/broken/2");
        get("/unavailable");
        get("/absent");
        get("/labels");

        await().untilAsserted(() -> assertThat(scheduler.taskKinds().stream()
                        .filter(kind -> kind.failures() > 0)
                        .collect(Collectors.toMap(TaskKindSnapshot::name, TaskKindSnapshot::failures)))
                .isEqualTo(Map.of("GET /broken/{id}", 2L, "GET /unavailable", 1L)));
    }

    private String answersOfOneConnection(String... paths) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(100_000);
            String requests = Arrays.stream(paths)
                    .map(path -> "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n")
                    .collect(Collectors.joining("\r\n", "", "Connection: close\r\n\r\n"));
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static String seen() {
        return "[" + Goroutines.current().threadId() + " " + Goroutines.labels() + "]";
    }

    private String get(String path) throws Exception {
        return client.send(request(path), HttpResponse.BodyHandlers.ofString()).body();
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
    }

    /** What is read while the answer is written. */
    record LabelsThen() {
        public String getLabels() {
            return Goroutines.labels().toString();
        }
    }

    @RestController
    static class Orders {

        private final BlockingQueue<DeferredResult<LabelsThen>> waiting = new LinkedBlockingQueue<>();

        @GetMapping("/orders/{id}")
        String order() {
            return Goroutines.labels().toString();
        }

        @GetMapping("/labels")
        String labels() {
            return Goroutines.labels().toString();
        }

        @GetMapping("/customer")
        String customer() {
            Goroutines.label("customer", "7");
            return RouteLabelsTests.seen();
        }

        @GetMapping({"/seen", "/filtered"})
        String seen() {
            return RouteLabelsTests.seen();
        }

        @GetMapping("/broken/{id}")
        String broken() {
            throw new IllegalStateException("as it should");
        }

        @GetMapping("/unavailable")
        ResponseEntity<String> unavailable() {
            return ResponseEntity.status(503).build();
        }

        @GetMapping("/absent")
        ResponseEntity<String> absent() {
            return ResponseEntity.status(404).build();
        }

        @GetMapping("/waits")
        DeferredResult<LabelsThen> waits() {
            Goroutines.label("customer", "1");
            DeferredResult<LabelsThen> result = new DeferredResult<>();
            waiting.add(result);
            return result;
        }

        @GetMapping("/lets-go-on")
        void letGoOn() throws InterruptedException {
            Goroutines.label("customer", "2");
            waiting.take().setResult(new LabelsThen());
        }

        @GetMapping("/later")
        Callable<String> later() {
            return () -> {
                Thread.sleep(200); // so that the request has left its goroutine
                return Goroutines.labels().toString();
            };
        }
    }

    private static void completeLater(AsyncContext context) {
        Goroutines.label("customer", "8");
        LockSupport.parkNanos(200_000_000); // so that the request has left its goroutine
        context.complete();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Orders.class)
    static class Application {

        @Bean
        Filter beyondControllers() {
            return (request, response, chain) -> {
                String path = ((HttpServletRequest) request).getRequestURI();
                if (path.equals("/filtered")) {
                    Goroutines.label("filter", "1");
                }
                if (path.equals("/completes")) {
                    AsyncContext context = request.startAsync();
                    context.start(() -> completeLater(context));
                } else if (path.equals("/beyond")) {
                    response.getWriter().write(seen());
                } else {
                    chain.doFilter(request, response);
                }
            };
        }
    }
}
