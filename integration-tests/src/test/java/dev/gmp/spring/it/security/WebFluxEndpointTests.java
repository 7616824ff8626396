package dev.gmp.spring.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.it.PatientClient;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;

/** On WebFlux the page has its headers, once each, and refusals say why, on the application's port and on one of their own. */
class WebFluxEndpointTests {

    private static final String JETTY = "org.springframework.boot.jetty.autoconfigure.";
    private static final String TOMCAT = "org.springframework.boot.tomcat.autoconfigure.";

    /** Boot cannot choose among three servers. */
    private static final String OTHERS = String.join(
            ",",
            JETTY + "reactive.JettyReactiveWebServerAutoConfiguration",
            JETTY + "actuate.web.server.JettyReactiveManagementContextAutoConfiguration",
            TOMCAT + "reactive.TomcatReactiveWebServerAutoConfiguration",
            TOMCAT + "actuate.web.server.TomcatReactiveManagementContextAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration");

    @ParameterizedTest
    @CsvSource({
        "local.server.port, /app/manage, pages/live, --spring.webflux.base-path=/app",
        "local.management.port, /ops/manage, /pages/live/, --management.server.port=0"
    })
    void pageAndRefusals(String portName, String folder, String page, String setting) {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.REACTIVE)
                .bannerMode(Banner.Mode.OFF)
                .properties(
                        "spring.autoconfigure.exclude=" + OTHERS,
                        "server.port=0",
                        "spring.reactor.netty.shutdown-quiet-period=0s",
                        "management.server.base-path=/ops",
                        "management.endpoints.web.base-path=/manage",
                        "management.endpoints.web.path-mapping.gmpui=" + page,
                        "management.endpoints.web.exposure.include=gmp,gmpui,gmptrace,gmpincidents",
                        "management.endpoint.gmpincidents.access=unrestricted",
                        "management.endpoint.gmp.show-stacks=always",
                        "gmp.incidents.folder=target/incidents-of-webflux",
                        "management.endpoint.gmp.access=unrestricted")
                .run(setting)) {
            RestTestClient client =
                    PatientClient.of(context.getEnvironment().getRequiredProperty(portName, Integer.class));
            for (String path : List.of("/pages/live", "/pages/live/app.js", "/pages/live/none.js")) {
                PageHeaderCheck.assertIn(client.get()
                        .uri(folder + path)
                        .exchange()
                        .returnResult(String.class)
                        .getResponseHeaders());
            }
            EntityExchangeResult<String> data = get(client, folder + "/gmp");
            assertThat(data.getStatus().value()).isEqualTo(200);
            assertThat(data.getResponseHeaders().containsHeader("Content-Security-Policy"))
                    .isFalse();

            EntityExchangeResult<String> badType = get(client, folder + "/gmp?limit=many");
            assertThat(badType.getStatus().value()).isEqualTo(400);
            assertThat(badType.getResponseBody()).contains("limit must be a whole number, but was many");
            EntityExchangeResult<String> missing = client.post()
                    .uri(folder + "/gmp")
                    .contentType(MediaType.APPLICATION_JSON)
                    .body("{}")
                    .exchange()
                    .returnResult(String.class);
            assertThat(missing.getStatus().value()).isEqualTo(400);
            assertThat(missing.getResponseBody()).contains("maxProcs must be given");
            assertThat(get(client, folder + "/gmptrace").getStatus().value()).isEqualTo(404);
            assertCapsulesAreServed(client, folder + "/gmpincidents");
        }
    }

    private static void assertCapsulesAreServed(RestTestClient client, String endpoint) {
        String written = client.post()
                .uri(endpoint)
                .contentType(MediaType.APPLICATION_JSON)
                .body("{}")
                .exchange()
                .returnResult(String.class)
                .getResponseBody();
        assertThat(written).contains("\"cause\":\"requested\"");
        String name = written.replaceAll(".*\"name\":\"([^\"]+)\".*", "$1");

        assertThat(get(client, endpoint).getResponseBody()).contains(name, "\"watching\":false");
        EntityExchangeResult<String> zip = get(client, endpoint + "/" + name);
        assertThat(zip.getResponseHeaders().getContentType()).hasToString("application/zip");
        assertThat(zip.getResponseBody()).startsWith("PK");
        EntityExchangeResult<String> part = get(client, endpoint + "/" + name + "?part=versions.txt");
        assertThat(part.getResponseHeaders().getContentType()).hasToString("text/plain;charset=UTF-8");
        assertThat(part.getResponseBody()).startsWith("gmp ");
        assertThat(get(client, endpoint + "/other").getResponseBody()).contains("there is no such capsule");
        assertThat(client.delete()
                        .uri(endpoint + "/" + name)
                        .exchange()
                        .returnResult(String.class)
                        .getStatus()
                        .value())
                .isEqualTo(204);
    }

    private static EntityExchangeResult<String> get(RestTestClient client, String uri) {
        return client.get().uri(uri).exchange().returnResult(String.class);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        /** Spring Security has headers of its own, which give way. */
        @Bean
        SecurityWebFilterChain everybody(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .csrf(ServerHttpSecurity.CsrfSpec::disable)
                    .build();
        }
    }
}
