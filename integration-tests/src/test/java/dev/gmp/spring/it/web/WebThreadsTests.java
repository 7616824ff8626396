package dev.gmp.spring.it.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.observe.SchedulerCounters;
import java.time.Duration;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a request runs on, with this switch and Boot's for virtual threads on and off, and what the log says. */
@ExtendWith(OutputCaptureExtension.class)
class WebThreadsTests {

    private static final String TAKEN_FROM_BOOT = "which spring.threads.virtual.enabled=true had set";

    @ParameterizedTest
    @EnumSource
    void withBothSwitchesOffOnTheServersOwnThreads(Server server, CapturedOutput output) throws Exception {
        try (RunningServer running = server.start()) {
            assertThat(running.get("/thread")).startsWith("thread ");
        }
        assertThat(output).doesNotContain("serves requests on");
    }

    @ParameterizedTest
    @EnumSource
    @EnabledForJreRange(min = JRE.JAVA_21)
    void withBootsSwitchAloneOnBootsVirtualThreads(Server server, CapturedOutput output) throws Exception {
        try (RunningServer running = server.start("--spring.threads.virtual.enabled=true")) {
            assertThat(running.get("/thread"))
                    .startsWith(server == Server.TOMCAT ? "thread tomcat-handler-" : "thread jetty-");
        }
        assertThat(output).doesNotContain("serves requests on");
    }

    @ParameterizedTest
    @CsvSource({
        "TOMCAT, direct, false",
        "TOMCAT, direct, true",
        "JETTY, direct, false",
        "JETTY, direct, true",
    })
    void withThisSwitchOnDirectGoroutines(Server server, String kind, boolean bootsSwitch, CapturedOutput output)
            throws Exception {
        onGoroutines(server, kind, bootsSwitch, output);
    }

    @ParameterizedTest
    @CsvSource({
        "TOMCAT, virtual, false",
        "TOMCAT, virtual, true",
        "JETTY, virtual, false",
        "JETTY, virtual, true",
    })
    @EnabledForJreRange(min = JRE.JAVA_21)
    void withThisSwitchOnVirtualGoroutines(Server server, String kind, boolean bootsSwitch, CapturedOutput output)
            throws Exception {
        onGoroutines(server, kind, bootsSwitch, output);
    }

    private static void onGoroutines(Server server, String kind, boolean bootsSwitch, CapturedOutput output)
            throws Exception {
        try (RunningServer running = server.start(
                "--gmp.web.enabled=true",
                "--gmp.goroutines=" + kind,
                "--spring.threads.virtual.enabled=" + bootsSwitch)) {
            long before = running.scheduler().snapshot().counters().completed();
            for (int i = 0; i < 5; i++) {
                assertThat(running.get("/thread")).isEqualTo(kind + " goroutine");
            }
            assertThat(running.get("/callable")).isEqualTo(kind + " goroutine");
            assertThat(running.get("/deferred")).isEqualTo(kind + " goroutine");
            // An answer is read before the goroutine that wrote it has ended; one may serve several requests in a row.
            await().atMost(Duration.ofSeconds(100)).until(() -> {
                SchedulerCounters counters = running.scheduler().snapshot().counters();
                return counters.completed() > before && counters.completed() == counters.created();
            });
        }
        String name = server == Server.TOMCAT ? "Tomcat" : "Jetty";
        assertThat(output)
                .containsOnlyOnce(name + " serves requests on " + kind
                        + " goroutines of scheduler 'default' (gmp.web.enabled=true)");
        if (bootsSwitch && JRE.currentVersionNumber() >= 21) {
            assertThat(output).contains(TAKEN_FROM_BOOT);
        } else {
            assertThat(output).doesNotContain(TAKEN_FROM_BOOT).doesNotContain(", not on ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutASchedulerOnTheServersOwnThreads(Server server, CapturedOutput output) throws Exception {
        try (RunningServer running = server.start("--gmp.web.enabled=true", "--gmp.mode=off")) {
            assertThat(running.get("/thread")).startsWith("thread ");
        }
        assertThat(output).doesNotContain("serves requests on");
    }
}
