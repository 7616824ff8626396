package dev.gmp.spring.it.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A paused web server goes on serving, so a pause of the context does not wait for its requests. */
@ExtendWith(OutputCaptureExtension.class)
class WebPauseTests {

    @ParameterizedTest
    @EnumSource
    void aRequestStaysOpenBeyondThePause(Server server, CapturedOutput output) throws Exception {
        try (RunningServer running =
                server.start("--gmp.web.enabled=true", "--spring.lifecycle.timeout-per-shutdown-phase=60s")) {
            CompletableFuture<HttpResponse<String>> held = running.send("/held");
            await().atMost(Duration.ofSeconds(100)).untilAtomic(running.requests().arrived, Matchers.is(1));
            running.context().pause();
            assertThat(held).isNotDone();
            assertThat(running.get("/thread")).endsWith(" goroutine");

            CompletableFuture<HttpResponse<String>> waiting = running.send("/deferred"); // for what it submits
            running.requests().mayAnswer.countDown();
            assertThat(held.get(100, TimeUnit.SECONDS).body()).endsWith(" goroutine");
            assertThat(waiting).isNotDone();
            running.context().restart();
            assertThat(waiting.get(100, TimeUnit.SECONDS).body()).endsWith(" goroutine");
        }
        assertThat(output).doesNotContain("still running after timeout");
    }
}
