package dev.gmp.spring.it.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.event.ContextClosedEvent;

/** What becomes of requests on goroutines when the application, or the scheduler, or the room for them, comes to an end. */
@ExtendWith(OutputCaptureExtension.class)
class WebShutdownTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    @ParameterizedTest
    @EnumSource
    void gracefulShutdownWaitsForRequestsThatHaveBegun(Server server) throws Exception {
        RunningServer running = server.start(
                "--gmp.web.enabled=true",
                "--server.shutdown=graceful",
                "--spring.lifecycle.timeout-per-shutdown-phase=100s");
        CompletableFuture<HttpResponse<String>> answer = running.send("/held");
        awaitArrived(running, 1);
        Thread closing = close(running);
        running.requests().mayAnswer.countDown();
        assertThat(answer.get(100, TimeUnit.SECONDS).body()).endsWith(" goroutine");
        closing.join();
    }

    /** The server drops the connection; the request's code, which uses beans, is given the scheduler's period to end, and then named. */
    @ParameterizedTest
    @EnumSource
    void withoutItTheRequestsCodeIsStillWaitedFor(Server server, CapturedOutput output) throws Exception {
        RunningServer running = server.start(
                "--gmp.web.enabled=true",
                "--gmp.goroutines=direct",
                "--server.shutdown=immediate",
                "--gmp.shutdown.await-termination-period=100ms");
        running.send("/held");
        awaitArrived(running, 1);
        running.close();
        assertThat(output)
                .contains("Scheduler 'default' still ran tasks 100 ms after it was asked to stop")
                .contains("at dev.gmp.spring.it.web.Requests.held(Requests.java:");
    }

    @ParameterizedTest
    @EnumSource
    void aRequestForWhichThereIsNoRoomHasItsConnectionClosed(Server server) throws Exception {
        try (RunningServer running = server.start(
                        "--gmp.web.enabled=true",
                        "--gmp.goroutines=direct",
                        "--gmp.max-procs=1",
                        "--gmp.threads.max=1",
                        "--gmp.queue-capacity=1");
                RawConnection runs = new RawConnection(running);
                RawConnection waits = new RawConnection(running);
                RawConnection refused = new RawConnection(running)) {
            runs.send("/held");
            awaitArrived(running, 1);
            waits.send("/thread");
            await().atMost(PATIENCE)
                    .until(() -> running.scheduler().snapshot().goroutines().runnable() == 1);
            refused.send("/thread");
            assertThat(refused.isClosedWithoutAnAnswer()).isTrue();
            running.requests().mayAnswer.countDown();
            assertThat(runs.receive()).isEqualTo("direct goroutine");
            assertThat(waits.receive()).isEqualTo("direct goroutine");
        }
    }

    @ParameterizedTest
    @EnumSource
    void afterTheSchedulersEndAConnectionIsClosed(Server server) throws Exception {
        try (RunningServer running = server.start("--gmp.web.enabled=true");
                RawConnection connection = new RawConnection(running)) {
            running.scheduler().shutdown();
            connection.send("/thread");
            assertThat(connection.isClosedWithoutAnAnswer()).isTrue();
        }
    }

    private static void awaitArrived(RunningServer running, int requests) {
        await().atMost(PATIENCE).untilAtomic(running.requests().arrived, Matchers.equalTo(requests));
    }

    /** Closes the context on another thread, and returns when that has begun. */
    private static Thread close(RunningServer running) throws InterruptedException {
        CountDownLatch closingBegan = new CountDownLatch(1);
        running.context().addApplicationListener(event -> {
            if (event instanceof ContextClosedEvent) {
                closingBegan.countDown();
            }
        });
        Thread closing = new Thread(running::close);
        closing.start();
        closingBegan.await();
        return closing;
    }
}
