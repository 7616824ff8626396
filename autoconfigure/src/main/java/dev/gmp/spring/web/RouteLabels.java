package dev.gmp.spring.web;

import dev.gmp.Goroutines;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Labels the goroutine of a request of Spring MVC with its route, such as {@code GET /orders/{id}}, while the controller
 * runs. A goroutine may serve the next request of its connection, too.
 */
final class RouteLabels implements WebMvcConfigurer, AsyncHandlerInterceptor {

    static final String KEY = "route";

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        if (pattern != null) {
            Goroutines.label(KEY, request.getMethod() + " " + pattern);
        }
        return true;
    }

    /** The request goes on later, on another goroutine. */
    @Override
    public void afterConcurrentHandlingStarted(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        Goroutines.label(KEY, null);
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        Goroutines.label(KEY, null);
    }
}
