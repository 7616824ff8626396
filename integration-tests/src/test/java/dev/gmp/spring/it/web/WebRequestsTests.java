package dev.gmp.spring.it.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.observe.GoroutineCounts;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a web server on goroutines must not lose, and what it gains. */
class WebRequestsTests {

    private static final String ENABLED = "--gmp.web.enabled=true";
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    /** More than the 200 threads that both servers' own pools have. */
    private static final int MANY = 300;

    @ParameterizedTest
    @EnumSource
    void requestsFollowEachOtherOnOneConnection(Server server) throws Exception {
        try (RunningServer running = server.start(ENABLED);
                RawConnection connection = new RawConnection(running)) {
            for (int i = 0; i < 3; i++) {
                connection.send("/thread");
                assertThat(connection.receive()).endsWith(" goroutine");
            }
        }
    }

    /** They stay on one goroutine, which otherwise only ever lost its processor. */
    @ParameterizedTest
    @EnumSource
    void requestsThatFollowWithoutAPauseGiveWayBetweenEachOther(Server server) throws Exception {
        try (RunningServer running = server.start(ENABLED, "--server.tomcat.max-keep-alive-requests=-1");
                RawConnection connection = new RawConnection(running)) {
            for (int round = 0; round < MANY && timesItGaveWay(running) == 0; round++) {
                for (int i = 0; i < 50; i++) {
                    connection.send("/computing");
                }
                for (int i = 0; i < 50; i++) {
                    assertThat(connection.receive()).isEqualTo("computed");
                }
            }
            assertThat(timesItGaveWay(running)).isPositive();
        }
    }

    private static long timesItGaveWay(RunningServer running) {
        return running.scheduler().snapshot().counters().cooperativePreemptions();
    }

    /** The end of the one and the beginning of the other meet on different threads: Jetty then has a way of its own. */
    @ParameterizedTest
    @EnumSource
    void aRequestThatFollowsAnAsynchronousOneOnItsConnectionIsOnAGoroutineToo(Server server) throws Exception {
        try (RunningServer running = server.start(ENABLED)) {
            for (int i = 0; i < 60; i++) {
                assertThat(running.get("/deferred")).endsWith(" goroutine");
                assertThat(running.get("/thread")).endsWith(" goroutine");
            }
        }
    }

    /** Also shows that an open connection between two requests is no goroutine. */
    @ParameterizedTest
    @EnumSource
    void moreRequestsAreServedAtOnceThanTheServersPoolHasThreads(Server server) throws Exception {
        try (RunningServer running = server.start(ENABLED)) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                answers.add(running.send("/held"));
            }
            await().atMost(PATIENCE).untilAtomic(running.requests().arrived, Matchers.equalTo(MANY));
            running.requests().mayAnswer.countDown();
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertThat(answer.get(100, TimeUnit.SECONDS).body()).endsWith(" goroutine");
            }
            await().atMost(PATIENCE).until(() -> live(running) == 0);
        }
    }

    private static long live(RunningServer running) {
        GoroutineCounts counts = running.scheduler().snapshot().goroutines();
        return counts.runnable() + counts.running() + counts.waiting() + counts.syscall();
    }

    @Test
    void tomcatsLimitOfConnectionsStillHolds() throws Exception {
        int limit = 4;
        try (RunningServer running = Server.TOMCAT.start(ENABLED, "--server.tomcat.max-connections=" + limit)) {
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < 5 * limit; i++) {
                clients.add(new Thread(() -> {
                    try (RawConnection connection = new RawConnection(running)) {
                        connection.send("/overlapping");
                        connection.receive();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            clients.forEach(Thread::start);
            try {
                await().atMost(PATIENCE)
                        .during(Duration.ofMillis(200))
                        .until(() -> running.requests().open() == limit);
            } finally {
                running.requests().overlappingMayEnd.countDown();
            }
            for (Thread client : clients) {
                client.join();
            }
            assertThat(running.requests().mostOpen()).isLessThanOrEqualTo(limit);
        }
    }

    @Test
    void tomcatsStreamsOfHttp2RunOnGoroutines() throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        try (RunningServer running = Server.TOMCAT.start(ENABLED, "--server.http2.enabled=true")) {
            HttpResponse<String> first = get(client, running);
            HttpResponse<String> second = get(client, running);
            assertThat(second.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(first.body()).endsWith(" goroutine");
            assertThat(second.body()).isEqualTo(first.body());
        }
    }

    private static HttpResponse<String> get(HttpClient client, RunningServer running) throws Exception {
        return client.sendAsync(
                        HttpRequest.newBuilder(running.uri("/thread")).build(), HttpResponse.BodyHandlers.ofString())
                .get(100, TimeUnit.SECONDS);
    }
}
