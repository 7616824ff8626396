package dev.gmp.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.HandlerMapping;

/** After a request, its goroutine has the labels again that it had before. */
class RestoredLabelsTests {

    private final RouteLabels labels = new RouteLabels();
    private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/orders");
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @Test
    void whenAnotherGoroutineGoesOnWithTheRequest() throws Exception {
        Map<String, String> after = onGoroutine(() -> {
            begin();
            Goroutines.label("job", "2");
            Goroutines.label("customer", "7");
            labels.afterConcurrentHandlingStarted(request, response, this);
            return Goroutines.labels();
        });
        assertThat(after).isEqualTo(Map.of("job", "1"));
    }

    @Test
    void whenOneRequestIsForwardedWithinAnother() throws Exception {
        onGoroutine(() -> {
            begin();
            Goroutines.label("outer", "7");
            labels.preHandle(request, response, this);
            Goroutines.label("inner", "8");
            labels.afterCompletion(request, response, this, null);
            assertThat(Goroutines.labels()).isEqualTo(Map.of("job", "1", "outer", "7", "route", "GET /orders"));
            labels.afterCompletion(request, response, this, null);
            assertThat(Goroutines.labels()).isEqualTo(Map.of("job", "1"));
            return Map.of();
        });
    }

    @Test
    void alsoWhereThereIsNoRoomForTheRoute() throws Exception {
        onGoroutine(() -> {
            for (int i = 1; i < 16; i++) {
                Goroutines.label("key" + i, "value");
            }
            Map<String, String> full = Goroutines.labels();
            begin();
            assertThat(Goroutines.labels()).hasSize(16).isEqualTo(full);
            Goroutines.label("job", null);
            Goroutines.label("another", "9");
            labels.afterCompletion(request, response, this, null);
            assertThat(Goroutines.labels()).isEqualTo(full);
            return Map.of();
        });
    }

    private void begin() {
        request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, "/orders");
        labels.preHandle(request, response, this);
    }

    private static Map<String, String> onGoroutine(Supplier<Map<String, String>> work) throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder().build()) {
            return CompletableFuture.supplyAsync(
                            () -> {
                                Goroutines.label("job", "1");
                                return work.get();
                            },
                            scheduler::execute)
                    .get(100, TimeUnit.SECONDS);
        }
    }
}
