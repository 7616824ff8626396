package dev.gmp.spring.it.span;

import dev.gmp.Goroutines;
import dev.gmp.spring.task.GmpTaskExecutor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** An application whose requests and scheduled methods have spans of OpenTelemetry's SDK. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync
@EnableScheduling
@Import({SpanApplication.Requests.class, SpanApplication.Mails.class, SpanApplication.Ticks.class})
class SpanApplication {

    /** The labels of a goroutine and the current span. */
    record Seen(Map<String, String> labels, String traceId, String spanId) {

        static Seen here(Tracer tracer) {
            TraceContext context = tracer.currentTraceContext().context();
            return new Seen(
                    Goroutines.labels(),
                    context == null ? "" : context.traceId(),
                    context == null ? "" : context.spanId());
        }

        Map<String, String> ids() {
            Map<String, String> ids = new LinkedHashMap<>(labels);
            ids.keySet().retainAll(Set.of("traceId", "spanId"));
            return ids;
        }
    }

    @RestController
    static class Requests {

        private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(200);

        private final Tracer tracer;
        private final ObservationRegistry observations;
        private final GmpTaskExecutor executor;
        private final Mails mails;
        private volatile boolean stopped;

        Requests(Tracer tracer, ObservationRegistry observations, GmpTaskExecutor executor, Mails mails) {
            this.tracer = tracer;
            this.observations = observations;
            this.executor = executor;
            this.mails = mails;
        }

        @GetMapping("/seen")
        Seen seen() {
            return Seen.here(tracer);
        }

        /** Before, within and after a span of its own, then a message of another trace. */
        @GetMapping("/within")
        List<Seen> within(@RequestParam("trace") String trace) {
            ReceiverContext<Map<String, String>> message = new ReceiverContext<>(Map::get);
            message.setCarrier(Map.of("traceparent", "00-" + trace + "-00f067aa0ba902b7-01"));
            return List.of(
                    seen(),
                    Observation.createNotStarted("part", observations).observe(this::seen),
                    seen(),
                    Observation.createNotStarted("message", () -> message, observations)
                            .observe(this::seen),
                    seen());
        }

        /** Computes until {@link #stop}. */
        @GetMapping("/compute")
        int compute() {
            int rounds = 0;
            for (long begin = System.nanoTime(); !stopped && System.nanoTime() - begin < LONGEST_NANOS; ) {
                rounds++;
            }
            return rounds;
        }

        @GetMapping("/stop")
        void stop() {
            stopped = true;
        }

        @GetMapping("/mail")
        Seen mail() throws Exception {
            return mails.send().get(100, TimeUnit.SECONDS);
        }

        /** One in 64 goroutines is timed. */
        @GetMapping("/tasks")
        int tasks() throws Exception {
            for (int i = 0; i < 256; i++) {
                executor.submit(() -> {}).get(100, TimeUnit.SECONDS);
            }
            return 256;
        }
    }

    static class Mails {

        private final Tracer tracer;

        Mails(Tracer tracer) {
            this.tracer = tracer;
        }

        @Async
        CompletableFuture<Seen> send() {
            return CompletableFuture.completedFuture(Seen.here(tracer));
        }
    }

    static class Ticks {

        final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
        private final Tracer tracer;

        Ticks(Tracer tracer) {
            this.tracer = tracer;
        }

        @Scheduled(fixedDelay = 10)
        void tick() {
            if (seen.size() < 3) {
                seen.add(Seen.here(tracer));
            }
        }
    }
}
