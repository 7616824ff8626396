package dev.gmp.spring.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.task.GmpTaskExecutor;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The scheduler behind a web server: it carries asynchronous requests, and outlives the server's drain. */
class GracefulShutdownTests {

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void mvcRunsAsynchronousRequestsOnIt() throws Exception {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(get(context, "/callable").get(100, TimeUnit.SECONDS).body())
                    .startsWith("gmp-default-");
        }
    }

    @Test
    void whatTheLastRequestSubmitsIsStillDone() throws Exception {
        ConfigurableApplicationContext context = start();
        Requests requests = context.getBean(Requests.class);
        CompletableFuture<HttpResponse<String>> response = get(context, "/last");
        requests.arrived.await();
        CountDownLatch closingBegan = new CountDownLatch(1);
        context.addApplicationListener(event -> {
            if (event instanceof ContextClosedEvent) {
                closingBegan.countDown();
            }
        });
        Thread closing = new Thread(context::close);
        closing.start();
        closingBegan.await();
        requests.mayAnswer.countDown();
        assertThat(response.get(100, TimeUnit.SECONDS).body()).isEqualTo("answered");
        closing.join();
        assertThat(requests.followUpDone).isTrue();
    }

    private static ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(Application.class)
                .bannerMode(Banner.Mode.OFF)
                .run("--server.port=0");
    }

    private CompletableFuture<HttpResponse<String>> get(ConfigurableApplicationContext context, String path) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Requests.class)
    static class Application {}

    @RestController
    static class Requests {

        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch mayAnswer = new CountDownLatch(1);
        private final AtomicBoolean followUpDone = new AtomicBoolean();
        private final GmpTaskExecutor executor;

        Requests(GmpTaskExecutor executor) {
            this.executor = executor;
        }

        @GetMapping("/callable")
        Callable<String> callable() {
            return () -> Thread.currentThread().getName();
        }

        @GetMapping("/last")
        String last() throws InterruptedException {
            arrived.countDown();
            mayAnswer.await();
            executor.execute(() -> {
                try {
                    Thread.sleep(50);
                    followUpDone.set(true);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            return "answered";
        }
    }
}
