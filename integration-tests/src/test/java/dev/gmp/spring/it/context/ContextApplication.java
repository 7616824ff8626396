package dev.gmp.spring.it.context;

import dev.gmp.spring.GmpAutoConfiguration;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application with tracing and a task decorator of its own. */
@Configuration(proxyBeanMethods = false)
@EnableAsync
@ImportAutoConfiguration({
    GmpAutoConfiguration.class,
    TaskExecutionAutoConfiguration.class,
    TaskSchedulingAutoConfiguration.class,
    ObservationAutoConfiguration.class,
    MicrometerTracingAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    WebMvcObservationAutoConfiguration.class
})
@Import(ContextApplication.Work.class)
class ContextApplication {

    @Bean
    SimpleTracer tracer() {
        return new SimpleTracer();
    }

    @Bean
    TaskDecorator tenantDecorator() {
        return task -> {
            String tenant = CarriedContext.TENANT.get();
            return () -> {
                CarriedContext.TENANT.set(tenant);
                try {
                    task.run();
                } finally {
                    CarriedContext.TENANT.remove();
                }
            };
        };
    }

    @RestController
    static class Work {

        private final Tracer tracer;

        private final AtomicReference<CarriedContext> before = new AtomicReference<>();

        private final AtomicReference<CarriedContext> after = new AtomicReference<>();

        Work(Tracer tracer) {
            this.tracer = tracer;
        }

        CarriedContext here() {
            return CarriedContext.here(tracer);
        }

        @Async
        CompletableFuture<CarriedContext> async() {
            return CompletableFuture.completedFuture(here());
        }

        /** MVC hands the callable over when this method has returned, so what it set must last until then. */
        @GetMapping("/callable")
        Callable<String> callable() {
            MDC.put("order", "4711");
            before.set(here());
            return () -> {
                after.set(here());
                return "done";
            };
        }

        /** What the last request to {@code /callable} knew before it became asynchronous. */
        CarriedContext before() {
            return before.get();
        }

        /** And what it knew then. */
        CarriedContext after() {
            return after.get();
        }
    }
}
