package dev.gmp.spring.it.consumers;

import static dev.gmp.spring.it.Whereabouts.GOROUTINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Goroutines;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.it.Whereabouts;
import dev.gmp.spring.web.GmpWebAutoConfiguration;
import dev.gmp.spring.web.GmpWebFluxAutoConfiguration;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.BlockingExecutionConfigurer;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import reactor.core.publisher.Mono;

/** WebFlux calls what may block on the task executor, and what is reactive on its event loop. */
@ExtendWith(OutputCaptureExtension.class)
class WebFluxTests {

    @Test
    void blockingMethodsRunOnGoroutinesAndReactiveOnesOnTheEventLoop() {
        try (ConfigurableApplicationContext context = start(Application.class)) {
            assertThat(get(context, "/blocking")).isEqualTo(GOROUTINE);
            assertThat(get(context, "/reactive")).startsWith("thread reactor-http-");
        }
    }

    @Test
    void blockingMethodsHaveTheirRouteAsALabel() {
        try (ConfigurableApplicationContext context = start(Application.class)) {
            assertThat(get(context, "/labels/17")).isEqualTo("{route=GET /labels/{id}}");
        }
    }

    @Test
    void anExecutorOfTheApplicationHasTheLastWord() {
        try (ConfigurableApplicationContext context = start(WithOwnExecutor.class)) {
            assertThat(get(context, "/blocking")).startsWith("thread own-");
        }
    }

    @Test
    void withoutASchedulerAllStaysOnTheEventLoop() {
        try (ConfigurableApplicationContext context = start(Application.class, "--gmp.mode=off")) {
            assertThat(get(context, "/blocking")).startsWith("thread reactor-http-");
        }
    }

    @Test
    void theSwitchForWebServersSaysThatItHasNoEffectOnNetty(CapturedOutput output) {
        start(Application.class, "--gmp.web.enabled=true").close();
        assertThat(output)
                .containsOnlyOnce("gmp.web.enabled=true has no effect on NettyReactiveWebServerFactory: only Tomcat and"
                        + " Jetty serve requests on goroutines");
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... arguments) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.REACTIVE)
                .bannerMode(Banner.Mode.OFF)
                .properties("server.port=0", "spring.reactor.netty.shutdown-quiet-period=0s")
                .run(arguments);
    }

    private static String get(ConfigurableApplicationContext context, String path) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return WebTestClient.bindToServer()
                .baseUrl("http://127.0.0.1:" + port)
                .responseTimeout(Duration.ofSeconds(100)) // the default of 5 s is too short on a busy machine
                .build()
                .get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        GmpAutoConfiguration.class,
        GmpWebAutoConfiguration.class,
        GmpWebFluxAutoConfiguration.class,
        TaskExecutionAutoConfiguration.class,
        HttpHandlerAutoConfiguration.class,
        WebFluxAutoConfiguration.class,
        NettyReactiveWebServerAutoConfiguration.class
    })
    @Import(Requests.class)
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @Import(Application.class)
    static class WithOwnExecutor {

        @Bean
        WebFluxConfigurer ownExecutor() {
            return new WebFluxConfigurer() {
                @Override
                public void configureBlockingExecution(BlockingExecutionConfigurer configurer) {
                    configurer.setExecutor(new SimpleAsyncTaskExecutor("own-"));
                }
            };
        }
    }

    @RestController
    static class Requests {

        @GetMapping("/blocking")
        String blocking() {
            return Whereabouts.here();
        }

        @GetMapping("/labels/{id}")
        String labels() {
            return Goroutines.labels().toString();
        }

        @GetMapping("/reactive")
        Mono<String> reactive() {
            return Mono.fromCallable(Whereabouts::here);
        }
    }
}
