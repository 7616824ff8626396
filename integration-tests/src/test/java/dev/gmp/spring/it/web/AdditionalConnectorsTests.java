package dev.gmp.spring.it.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executor;
import org.apache.catalina.connector.Connector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What requests run on that come through a connector which the application has added to Tomcat. */
class AdditionalConnectorsTests {

    @ParameterizedTest
    @ValueSource(strings = {"direct", "auto"})
    void onGoroutinesAsThoseOfTheFirst(String kind) throws Exception {
        try (RunningServer running = Server.TOMCAT.startWith(
                AdditionalConnector.class, "--gmp.web.enabled=true", "--gmp.goroutines=" + kind)) {
            assertThat(getFromTheAdditional(running))
                    .isEqualTo(running.get("/thread"))
                    .endsWith(" goroutine");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onTheExecutorThatTheApplicationHasGivenIt(boolean enabled) throws Exception {
        try (RunningServer running =
                Server.TOMCAT.startWith(AdditionalConnectorWithExecutor.class, "--gmp.web.enabled=" + enabled)) {
            assertThat(getFromTheAdditional(running)).isEqualTo("thread mine");
        }
    }

    private static String getFromTheAdditional(RunningServer running) throws Exception {
        Connector additional = running.tomcat().getService().findConnectors()[1];
        URI uri = URI.create("http://localhost:" + additional.getLocalPort() + "/thread");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static Connector connector() {
        Connector connector = new Connector();
        connector.setPort(0);
        return connector;
    }

    @Configuration(proxyBeanMethods = false)
    static class AdditionalConnector {

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> additional() {
            return factory -> factory.addAdditionalConnectors(connector());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AdditionalConnectorWithExecutor {

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> additional() {
            return factory -> {
                Connector connector = connector();
                Executor mine = request -> new Thread(request, "mine").start();
                connector.getProtocolHandler().setExecutor(mine);
                factory.addAdditionalConnectors(connector);
            };
        }
    }
}
