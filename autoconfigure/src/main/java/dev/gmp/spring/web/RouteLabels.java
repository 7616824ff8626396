package dev.gmp.spring.web;

import dev.gmp.Goroutines;
import dev.gmp.spring.task.OwnLabels;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Labels the goroutine of a request of Spring MVC with its route, such as {@code GET /orders/{id}}, while the controller
 * runs. A goroutine may serve the next request of its connection, too: it has the labels again that it had before.
 */
final class RouteLabels implements WebMvcConfigurer, AsyncHandlerInterceptor {

    static final String KEY = "route";
    private static final String SAVED = RouteLabels.class.getName() + ".saved";

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).order(Ordered.HIGHEST_PRECEDENCE); // others may set labels, too
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        request.setAttribute(SAVED, new Saved(Goroutines.labels(), (Saved) request.getAttribute(SAVED)));
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        if (pattern != null) {
            OwnLabels.set(KEY, request.getMethod() + " " + pattern);
        }
        return true;
    }

    /** The request goes on later, on another goroutine. */
    @Override
    public void afterConcurrentHandlingStarted(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        restore(request);
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        boolean isWhole = request.getDispatcherType() == DispatcherType.REQUEST
                || request.getDispatcherType() == DispatcherType.ASYNC; // not its page of errors
        if (isWhole && (failure != null || response.getStatus() >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR)) {
            Goroutines.failed(failure);
        }
        restore(request);
    }

    private static void restore(HttpServletRequest request) {
        if (request.getAttribute(SAVED) instanceof Saved saved) {
            request.setAttribute(SAVED, saved.outer());
            Map<String, String> before = saved.labels();
            Goroutines.labels().keySet().stream()
                    .filter(key -> !before.containsKey(key))
                    .forEach(key -> Goroutines.label(key, null));
            before.forEach(Goroutines::label);
        }
    }

    /**
     * The labels before a request.
     *
     * @param outer of the request that was forwarded or includes this one, or null
     */
    private record Saved(
            Map<String, String> labels, @Nullable Saved outer) {}
}
