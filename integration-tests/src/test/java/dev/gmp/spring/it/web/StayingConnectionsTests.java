package dev.gmp.spring.it.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.Goroutines;
import dev.gmp.observe.SchedulerCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.http11.Http11Nio2Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** A connection of Tomcat between two requests, while another goroutine has the only processor. */
class StayingConnectionsTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private RunningServer running;

    @AfterEach
    void close() {
        if (running != null && running.context().isActive()) {
            running.requests().mayEnd.countDown();
            running.close();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void theNextRequestIsServedOnTheSameGoroutine() throws Exception {
        start("virtual");
        try (RawConnection connection = new RawConnection(running)) {
            String first = answerWhileAnotherRuns(connection);
            connection.send("/id");
            running.requests().mayEnd.countDown();
            assertThat(connection.receive()).isEqualTo(first);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void whenNoneHasComeTheConnectionWaitsInThePoller() throws Exception {
        start("virtual");
        try (RawConnection connection = new RawConnection(running)) {
            String first = answerWhileAnotherRuns(connection);
            running.requests().mayEnd.countDown();
            awaitAllEnded();
            connection.send("/id");
            assertThat(connection.receive()).isNotEqualTo(first);
        }
    }

    /** Or idle connections would run for as long as there is load. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void whenNoneHasComeTheGoroutineEndsThoughOthersWait() throws Exception {
        start("virtual");
        AtomicReference<SchedulerCounters> afterLettingItRun = new AtomicReference<>();
        running.requests().atItsEnd = () -> {
            Goroutines.yield();
            afterLettingItRun.set(running.scheduler().snapshot().counters());
        };
        try (RawConnection connection = new RawConnection(running)) {
            answerWhileAnotherRuns(connection);
            running.requests().mayEnd.countDown();
            await().atMost(PATIENCE).until(() -> afterLettingItRun.get() != null);
        }
        SchedulerCounters then = afterLettingItRun.get();
        assertThat(then.completed()).isEqualTo(then.created() - 1);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aClientMayGoMeanwhile() throws Exception {
        start("virtual");
        try (RawConnection connection = new RawConnection(running)) {
            answerWhileAnotherRuns(connection);
        }
        running.requests().mayEnd.countDown();
        awaitAllEnded();
    }

    /** A graceful shutdown waits for requests, and this is none. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void theServerMayEndMeanwhile() throws Exception {
        start("virtual", "--server.shutdown=graceful");
        try (RawConnection connection = new RawConnection(running)) {
            answerWhileAnotherRuns(connection);
            AbstractProtocol<?> handler = running.protocol();
            Thread closing = new Thread(running::close);
            closing.start();
            await().atMost(PATIENCE).until(handler::isPaused);
            running.requests().mayEnd.countDown();
            assertThat(connection.isClosedWithoutAnAnswer()).isTrue();
            closing.join();
        }
    }

    /** Its goroutine would keep a thread. */
    @Test
    void notOnDirectGoroutines() {
        start("direct");
        assertThat(running.protocol()).isExactlyInstanceOf(Http11NioProtocol.class);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void notWhereTheApplicationHasAProtocolHandlerOfItsOwn() {
        running = Server.TOMCAT.startWith(OwnProtocol.class, "--gmp.web.enabled=true", "--gmp.goroutines=virtual");
        assertThat(running.protocol()).isExactlyInstanceOf(Http11Nio2Protocol.class);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void notWithoutGoroutines() {
        running = Server.TOMCAT.start("--gmp.goroutines=virtual");
        assertThat(running.protocol()).isExactlyInstanceOf(Http11NioProtocol.class);
    }

    private void start(String kind, String... settings) {
        List<String> all =
                new ArrayList<>(List.of("--gmp.web.enabled=true", "--gmp.max-procs=1", "--gmp.time-slice=10s"));
        all.add("--gmp.goroutines=" + kind);
        Collections.addAll(all, settings);
        running = Server.TOMCAT.start(all.toArray(String[]::new));
    }

    /** On return another goroutine runs, and does until it {@linkplain Requests#mayEnd may end}. @return the first one's id */
    private String answerWhileAnotherRuns(RawConnection connection) throws Exception {
        connection.send("/followed");
        String id = connection.receive();
        running.requests().runs.await();
        return id;
    }

    private void awaitAllEnded() {
        await().atMost(PATIENCE).until(running::haveAllGoroutinesEnded);
    }

    /** Before all customizers that say nothing about their order. */
    @Configuration(proxyBeanMethods = false)
    static class OwnProtocol {

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> ownProtocol() {
            return factory -> factory.setProtocol(Http11Nio2Protocol.class.getName());
        }
    }
}
