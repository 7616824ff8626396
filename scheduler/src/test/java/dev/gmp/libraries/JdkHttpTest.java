package dev.gmp.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.HttpURLConnection;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The JDK's HTTP client and server, both with the scheduler as their executor. */
class JdkHttpTest {

    private static final int CALLS = 200;

    @Test
    void blockingCalls() throws Exception {
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                EchoServer server = new EchoServer(work.scheduler())) {
            HttpClient client =
                    HttpClient.newBuilder().executor(work.scheduler()).build();
            work.checkAll(
                    CALLS,
                    number -> client.send(request(server, number), HttpResponse.BodyHandlers.ofString())
                            .body(),
                    EchoServer::expected);
            assertThat(server.onGoroutines()).isEqualTo(CALLS);
            work.checkThreads();
        }
    }

    @Test
    void asynchronousCalls() throws Exception {
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                EchoServer server = new EchoServer(work.scheduler())) {
            HttpClient client =
                    HttpClient.newBuilder().executor(work.scheduler()).build();
            work.checkAll(
                    CALLS,
                    number -> {
                        CompletableFuture<String> answer = client.sendAsync(
                                        request(server, number), HttpResponse.BodyHandlers.ofString())
                                .thenApplyAsync(HttpResponse::body, work.scheduler());
                        return answer.get();
                    },
                    EchoServer::expected);
            work.checkThreads();
        }
    }

    @Test
    void theOldClientBlocksOnPlainSockets() throws Exception {
        try (GoroutinesAtWork work = new GoroutinesAtWork();
                EchoServer server = new EchoServer(work.scheduler())) {
            work.checkAll(
                    CALLS,
                    number -> {
                        HttpURLConnection connection =
                                (HttpURLConnection) server.uri(number).toURL().openConnection();
                        try (var in = connection.getInputStream()) {
                            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                        }
                    },
                    EchoServer::expected);
            work.checkThreads();
        }
    }

    private static HttpRequest request(EchoServer server, int number) {
        return HttpRequest.newBuilder(server.uri(number)).build();
    }
}
