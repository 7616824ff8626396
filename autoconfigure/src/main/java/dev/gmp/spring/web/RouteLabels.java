package dev.gmp.spring.web;

import dev.gmp.Goroutines;
import dev.gmp.spring.task.OwnLabels;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Labels the goroutine of a request of Spring MVC with its route, such as {@code GET /orders/{id}}. {@link RestoredLabels}
 * takes it away.
 */
final class RouteLabels implements WebMvcConfigurer, HandlerInterceptor {

    static final String KEY = "route";

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).order(Ordered.HIGHEST_PRECEDENCE); // others may set labels, too
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        if (pattern != null) {
            OwnLabels.set(KEY, Routes.nameOf(request.getMethod(), pattern));
        }
        return true;
    }

    /** A failure counts for its kind of task, as long as its label is there. */
    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        boolean isWhole = request.getDispatcherType() == DispatcherType.REQUEST
                || request.getDispatcherType() == DispatcherType.ASYNC; // not its page of errors
        if (isWhole && (failure != null || response.getStatus() >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR)) {
            Goroutines.failed(failure);
        }
    }
}
