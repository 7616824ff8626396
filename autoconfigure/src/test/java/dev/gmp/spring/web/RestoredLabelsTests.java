package dev.gmp.spring.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.HandlerMapping;

/** After a request, its goroutine has the labels again that it had before; what comes from outside begins with none. */
class RestoredLabelsTests {

    private final RestoredLabels filter = new RestoredLabels();
    private final RouteLabels route = new RouteLabels();
    private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/orders");
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @BeforeEach
    void beForwarded() {
        request.setDispatcherType(DispatcherType.FORWARD);
    }

    @Test
    void oneFromOutsideBeginsWithNoneAndLeavesNone() throws Exception {
        request.setDispatcherType(DispatcherType.REQUEST);
        onGoroutine(() -> {
            serve((any, thing) -> {
                assertThat(Goroutines.labels()).isEmpty();
                Goroutines.label("customer", "7");
            });
            assertThat(Goroutines.labels()).isEmpty();
        });
    }

    @Test
    void whateverItSetChangedAndRemoved() throws Exception {
        onGoroutine(() -> {
            Goroutines.label("other", "1");
            Map<String, String> before = Goroutines.labels();
            serve((any, thing) -> {
                route();
                Goroutines.label("job", "2");
                Goroutines.label("other", null);
                Goroutines.label("customer", "7");
            });
            assertThat(Goroutines.labels()).isEqualTo(before);
        });
    }

    @Test
    void alsoWhenItFails() throws Exception {
        onGoroutine(() -> {
            assertThatThrownBy(() -> serve((any, thing) -> {
                        Goroutines.label("customer", "7");
                        throw new ServletException("planned");
                    }))
                    .hasMessage("planned");
            assertThat(Goroutines.labels()).isEqualTo(Map.of("job", "1"));
        });
    }

    @Test
    void whenOneRequestIsForwardedWithinAnother() throws Exception {
        onGoroutine(() -> {
            serve((any, thing) -> {
                route();
                Goroutines.label("outer", "7");
                filter.doFilter(request, response, (inner, its) -> {
                    Goroutines.label(RouteLabels.KEY, "GET /other");
                    Goroutines.label("inner", "8");
                });
                assertThat(Goroutines.labels()).isEqualTo(Map.of("job", "1", "outer", "7", "route", "GET /orders"));
            });
            assertThat(Goroutines.labels()).isEqualTo(Map.of("job", "1"));
        });
    }

    @Test
    void alsoWhereThereIsNoRoomForTheRoute() throws Exception {
        onGoroutine(() -> {
            for (int i = 1; i < 16; i++) {
                Goroutines.label("key" + i, "value");
            }
            Map<String, String> full = Goroutines.labels();
            serve((any, thing) -> {
                route();
                assertThat(Goroutines.labels()).hasSize(16).isEqualTo(full);
                Goroutines.label("job", null);
                Goroutines.label("another", "9");
            });
            assertThat(Goroutines.labels()).isEqualTo(full);
        });
    }

    private void serve(FilterChain chain) throws Exception {
        filter.doFilter(request, response, chain);
    }

    private void route() {
        request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, "/orders");
        route.preHandle(request, response, this);
    }

    private static void onGoroutine(Step work) throws Exception {
        try (GmpScheduler scheduler = GmpScheduler.builder().build()) {
            scheduler
                    .submit(() -> {
                        Goroutines.label("job", "1");
                        work.run();
                        return null;
                    })
                    .get(100, TimeUnit.SECONDS);
        }
    }

    private interface Step {
        void run() throws Exception;
    }
}
