package dev.gmp.spring.it.consumers;

import static dev.gmp.spring.it.Whereabouts.GOROUTINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.it.Whereabouts;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.web.GmpWebAutoConfiguration;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.websocket.autoconfigure.servlet.WebSocketMessagingAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.messaging.converter.StringMessageConverter;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.messaging.handler.annotation.SendTo;
import org.springframework.messaging.simp.config.MessageBrokerRegistry;
import org.springframework.messaging.simp.stomp.StompHeaders;
import org.springframework.messaging.simp.stomp.StompSession;
import org.springframework.messaging.simp.stomp.StompSessionHandlerAdapter;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Controller;
import org.springframework.web.socket.client.standard.StandardWebSocketClient;
import org.springframework.web.socket.config.annotation.EnableWebSocketMessageBroker;
import org.springframework.web.socket.config.annotation.StompEndpointRegistry;
import org.springframework.web.socket.config.annotation.WebSocketMessageBrokerConfigurer;
import org.springframework.web.socket.messaging.WebSocketStompClient;
import org.springframework.web.socket.server.standard.StandardWebSocketUpgradeStrategy;
import org.springframework.web.socket.server.support.DefaultHandshakeHandler;

/** STOMP over WebSocket: its broker has executors of its own, before which everybody's auto-configuration steps back. */
@ExtendWith(OutputCaptureExtension.class)
class WebSocketTests {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void forcedItCarriesTheMessages(boolean servesRequests, CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext context =
                start("--gmp.mode=force", "--gmp.web.enabled=" + servesRequests)) {
            assertThat(answer(context)).isEqualTo(GOROUTINE);
            assertThat(asyncThread(context)).isEqualTo(GOROUTINE);
        }
        assertThat(output).doesNotContain("gmp is not the application's task executor");
    }

    @Test
    void otherwiseItStepsBackAndSaysSo(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBeanNamesForType(GmpTaskExecutor.class)).isEmpty();
            assertThat(answer(context)).startsWith("thread clientInboundChannel-");
            assertThat(asyncThread(context)).startsWith("thread SimpleAsyncTaskExecutor-");
        }
        assertThat(output)
                .contains("gmp is not the application's task executor, because there are other executor beans: ")
                .contains("clientInboundChannelExecutor")
                .contains("Set gmp.mode=force to run them on gmp");
    }

    private static String asyncThread(ConfigurableApplicationContext context) throws Exception {
        return context.getBean(Greetings.class).async().get(100, TimeUnit.SECONDS);
    }

    /** What the server answers to a message, which is where it was handled. */
    private static String answer(ConfigurableApplicationContext context) throws Exception {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        StandardWebSocketClient sockets = new StandardWebSocketClient();
        // Tomcat's client gives the server five seconds: too few on a busy machine.
        sockets.setUserProperties(Map.of("org.apache.tomcat.websocket.IO_TIMEOUT_MS", "100000"));
        WebSocketStompClient client = new WebSocketStompClient(sockets);
        client.setMessageConverter(new StringMessageConverter());
        StompSession session = client.connectAsync(
                        "ws://127.0.0.1:" + port + "/stomp", new StompSessionHandlerAdapter() {})
                .get(100, TimeUnit.SECONDS);
        CompletableFuture<String> answer = new CompletableFuture<>();
        session.subscribe("/topic/answers", new StompSessionHandlerAdapter() {
            @Override
            public Type getPayloadType(StompHeaders headers) {
                return String.class;
            }

            @Override
            public void handleFrame(StompHeaders headers, Object payload) {
                answer.complete((String) payload);
            }
        });
        for (int i = 0; i < 100 && !answer.isDone(); i++) {
            session.send(
                    "/app/where", "?"); // may pass the subscription on the server's threads, and be answered to nobody
            answer.copy().completeOnTimeout("", 1, TimeUnit.SECONDS).get();
        }
        String text = answer.get(1, TimeUnit.SECONDS);
        session.disconnect();
        return text;
    }

    private static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(Application.class)
                .bannerMode(Banner.Mode.OFF)
                .properties("server.port=0")
                .run(arguments);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableWebSocketMessageBroker
    @ImportAutoConfiguration({
        GmpAutoConfiguration.class,
        GmpWebAutoConfiguration.class,
        TaskExecutionAutoConfiguration.class,
        TaskSchedulingAutoConfiguration.class,
        TomcatServletWebServerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        WebSocketMessagingAutoConfiguration.class
    })
    @Import(Greetings.class)
    static class Application implements WebSocketMessageBrokerConfigurer {

        @Override
        public void configureMessageBroker(MessageBrokerRegistry registry) {
            registry.enableSimpleBroker("/topic");
            registry.setApplicationDestinationPrefixes("/app");
        }

        @Override
        public void registerStompEndpoints(StompEndpointRegistry registry) {
            // Jetty is on the class path, too.
            registry.addEndpoint("/stomp")
                    .setHandshakeHandler(new DefaultHandshakeHandler(new StandardWebSocketUpgradeStrategy()));
        }
    }

    @Controller
    static class Greetings {

        @MessageMapping("/where")
        @SendTo("/topic/answers")
        String where() {
            return Whereabouts.here();
        }

        @Async
        CompletableFuture<String> async() {
            return CompletableFuture.completedFuture(Whereabouts.here());
        }
    }
}
