package dev.gmp.spring.it.aot;

import dev.gmp.GmpScheduler;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** Says, a line each, what its parts have run on. Started in a JVM of its own from what was generated ahead of time. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync
@EnableScheduling
@Import({ProcessedApplication.Work.class, ProcessedApplication.Web.class, ProcessedApplication.Injected.class})
public class ProcessedApplication {

    /** Begins each line. */
    static final String RESULT = "RESULT ";

    public static void main(String[] arguments) throws Exception {
        try (ConfigurableApplicationContext context = SpringApplication.run(ProcessedApplication.class, arguments)) {
            say("generated", AotDetector.useGeneratedArtifacts());
            say("goroutines", context.getBean(GmpScheduler.class).goroutines());
            Work work = context.getBean(Work.class);
            say("async", work.async().get(100, TimeUnit.SECONDS));
            say("orders", work.inOrders().get(100, TimeUnit.SECONDS));
            say("scheduled", work.ticked().get(100, TimeUnit.SECONDS));
            say("batch", work.tickedInBatch().get(100, TimeUnit.SECONDS));
            Callable<String> here = ProcessedApplication::here;
            say(
                    "injected",
                    context.getBean(Injected.class).executor().submit(here).get(100, TimeUnit.SECONDS));
            say("web", get(context, "/web"));
            say("endpoint", get(context, "/actuator/gmp").contains("\"batch\""));
            say("page", get(context, "/actuator/gmpui").contains("<html"));
            say("health", get(context, "/actuator/health").contains("UP"));
            say(
                    "meters",
                    context.getBean(MeterRegistry.class)
                            .find("gmp.nmspinning")
                            .gauges()
                            .size());
        }
    }

    private static void say(String what, Object result) {
        System.out.println(RESULT + what + " " + result);
    }

    private static String get(ConfigurableApplicationContext context, String path) {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return RestClient.create("http://localhost:" + port)
                .get()
                .uri(path)
                .retrieve()
                .body(String.class);
    }

    private static String here() {
        return Thread.currentThread().getName();
    }

    /** With and without a name. */
    static class Work {

        private final CompletableFuture<String> ticked = new CompletableFuture<>();
        private final CompletableFuture<String> tickedInBatch = new CompletableFuture<>();

        CompletableFuture<String> ticked() {
            return ticked;
        }

        CompletableFuture<String> tickedInBatch() {
            return tickedInBatch;
        }

        @Async
        public CompletableFuture<String> async() {
            return CompletableFuture.completedFuture(here());
        }

        @Async("orders")
        public CompletableFuture<String> inOrders() {
            return CompletableFuture.completedFuture(here());
        }

        @Scheduled(fixedDelay = 100)
        void tick() {
            ticked.complete(here());
        }

        @Scheduled(fixedDelay = 100, scheduler = "batch")
        void tickInBatch() {
            tickedInBatch.complete(here());
        }
    }

    @RestController
    static class Web {

        @GetMapping("/web")
        String web() {
            return here();
        }
    }

    record Injected(@Qualifier("orders") AsyncTaskExecutor executor) {}
}
