package dev.gmp.spring.it.consumers;

import dev.gmp.spring.it.Whereabouts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Requests of every asynchronous kind, each of which answers where it ran. */
@RestController
class WebConsumers {

    /**
     * Lets Spring Security write its headers before the request is handled. It does so after it by default, while a streaming
     * body writes to the same response in another thread already, which damages it now and then (Spring Security, issue 15510).
     */
    private static final ObjectPostProcessor<HeaderWriterFilter> EARLY_HEADERS = new ObjectPostProcessor<>() {
        @Override
        public <O extends HeaderWriterFilter> O postProcess(O filter) {
            filter.setShouldWriteHeadersEagerly(true);
            return filter;
        }
    };

    private final AsyncTaskExecutor executor;

    WebConsumers(AsyncTaskExecutor executor) {
        this.executor = executor;
    }

    @GetMapping("/callable")
    Callable<String> callable() {
        return Whereabouts::here;
    }

    @GetMapping("/web-async-task")
    WebAsyncTask<String> webAsyncTask() {
        return new WebAsyncTask<>(100_000L, Whereabouts::here);
    }

    @GetMapping("/deferred")
    DeferredResult<String> deferred() {
        DeferredResult<String> result = new DeferredResult<>();
        executor.execute(() -> result.setResult(Whereabouts.here()));
        return result;
    }

    @GetMapping("/completable")
    CompletableFuture<String> completable() {
        return executor.submitCompletable(Whereabouts::here);
    }

    @GetMapping("/stream")
    StreamingResponseBody stream() {
        return out -> out.write(Whereabouts.here().getBytes(StandardCharsets.US_ASCII));
    }

    @GetMapping("/events")
    SseEmitter events() {
        SseEmitter emitter = new SseEmitter();
        executor.execute(() -> {
            try {
                emitter.send(Whereabouts.here());
                emitter.complete();
            } catch (IOException e) {
                emitter.completeWithError(e);
            }
        });
        return emitter;
    }

    /** Who asks, as the goroutine sees it. */
    @GetMapping("/who")
    Callable<String> who() {
        return () -> SecurityContextHolder.getContext().getAuthentication().getName() + " on " + Whereabouts.here();
    }

    @Bean
    static SecurityFilterChain everybodyButForWho(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.requestMatchers("/who")
                        .authenticated()
                        .anyRequest()
                        .permitAll())
                .csrf(csrf -> csrf.disable())
                .httpBasic(Customizer.withDefaults())
                .headers(headers -> headers.withObjectPostProcessor(EARLY_HEADERS))
                .build();
    }
}
