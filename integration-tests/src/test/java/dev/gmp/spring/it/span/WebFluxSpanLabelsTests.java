package dev.gmp.spring.it.span;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.it.PatientClient;
import dev.gmp.spring.it.span.SpanApplication.Seen;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Hooks;

/** On WebFlux a goroutine has the trace of its request where Reactor carries contexts over to it. */
class WebFluxSpanLabelsTests {

    private static final String TRACE = "abf92f3577b34da6a3ce929d0e0e4736";

    /** Boot cannot choose among three servers, and these requests need no user. */
    private static final String OTHERS = String.join(
            ",",
            "org.springframework.boot.jetty.autoconfigure.reactive.JettyReactiveWebServerAutoConfiguration",
            "org.springframework.boot.jetty.autoconfigure.actuate.web.server.JettyReactiveManagementContextAutoConfiguration",
            "org.springframework.boot.tomcat.autoconfigure.reactive.TomcatReactiveWebServerAutoConfiguration",
            "org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration");

    @AfterEach
    void carryThemNoLonger() {
        Hooks.disableAutomaticContextPropagation(); // Boot switches it on for the whole JVM
    }

    @ParameterizedTest
    @CsvSource({"auto, true", "limited, false"})
    void aMethodThatBlocks(String propagation, boolean isCarried) {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(SpanApplication.class)
                .web(WebApplicationType.REACTIVE)
                .bannerMode(Banner.Mode.OFF)
                .properties(
                        "spring.autoconfigure.exclude=" + OTHERS,
                        "server.port=0",
                        "management.tracing.sampling.probability=1.0")
                .run("--spring.reactor.context-propagation=" + propagation)) {
            Seen seen = PatientClient.of(
                            context.getEnvironment().getRequiredProperty("local.server.port", Integer.class))
                    .get()
                    .uri("/seen")
                    .header("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01")
                    .exchange()
                    .returnResult(Seen.class)
                    .getResponseBody();

            assertThat(seen.labels()).containsEntry("route", "GET /seen");
            assertThat(seen.ids()).isEqualTo(isCarried ? Map.of("traceId", TRACE, "spanId", seen.spanId()) : Map.of());
        }
    }
}
