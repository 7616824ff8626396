package dev.gmp.spring.it.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.core.StandardContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

/** An asynchronous request of Tomcat whose client goes while the container is still leaving the request's first part. */
class AbandonedRequestsTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private RunningServer running;

    @AfterEach
    void close() {
        running.context().getBean(Streaming.class).mayLeave.countDown();
        running.close();
    }

    /** Else a graceful shutdown waits for it until its time is over, as it does on Boot's threads with Tomcat 11.0.22. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void isInProgressNoMore() throws Exception {
        running = Server.TOMCAT.startWith(
                StreamingConfiguration.class, "--gmp.goroutines=virtual", "--gmp.web.enabled=true");
        Streaming streaming = running.context().getBean(Streaming.class);
        try (RawConnection connection = new RawConnection(running)) {
            connection.send("/streamed");
            streaming.leaves.await();
            connection.reset();
        }
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("the test's time is over");
                }
                streaming.emitter.send("x");
            }
        });
        streaming.mayLeave.countDown();
        await().atMost(PATIENCE).until(() -> context().getInProgressAsyncCount() == 0);
        await().atMost(PATIENCE).until(running::haveAllGoroutinesEnded);
        assertThat(running.counts().getRequestCount()).as("counted once").isOne();
    }

    private StandardContext context() {
        return (StandardContext) running.tomcat().getHost().findChildren()[0];
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Streaming.class)
    static class StreamingConfiguration {

        @Bean
        Filter slow(Streaming streaming) {
            return streaming::filter;
        }
    }

    @RestController
    static class Streaming {

        final CountDownLatch leaves = new CountDownLatch(1);
        final CountDownLatch mayLeave = new CountDownLatch(1);
        volatile ResponseBodyEmitter emitter;

        @GetMapping("/streamed")
        ResponseBodyEmitter streamed() {
            emitter = new ResponseBodyEmitter(0L);
            return emitter;
        }

        /** Keeps the container from leaving the request. */
        void filter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
            if (request.isAsyncStarted()) {
                leaves.countDown();
                try {
                    mayLeave.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
